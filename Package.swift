// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "stickerlint",
  platforms: [.macOS(.v14)],
  products: [
    .executable(name: "stickerlint", targets: ["stickerlint"]),
    .library(name: "Stickers", targets: ["Stickers"]),
    // The same library with calls that take URLs: docs/decisions/0054.
    .library(name: "StickersFoundation", targets: ["StickersFoundation"]),
    .library(name: "StickerImage", targets: ["StickerImage"]),
    // Previews and the local page, which need SwiftNIO.
    .library(name: "StickerPage", targets: ["StickerPage"]),
    // For the separate package in `Fuzz/`.
    .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
  ],
  traits: [
    .trait(
      name: "LittleCMS",
      description: "Evaluates lookup-table profiles, converts CMYK (docs/decisions/0019). Off by default."),
    .trait(
      name: "HEIF",
      description: "Decodes HEIC and AVIF for conversion (docs/decisions/0025). Off by default."),
    .trait(
      name: "Poison",
      description:
        "For tests: worker processes crash, hang or use up memory if a file says so. Never in a release."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Only for `StickerPage`: docs/decisions/0031.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    // Libraries
    library(
      "StickerImage", isOptimized: true,
      [
        "CImageCodecs", .target(name: "CLibCrypto", condition: .when(platforms: [.linux])),
        .target(name: "CLibZopfli", condition: .when(platforms: [.linux])),
        .target(name: "CLibLCMS", condition: .when(traits: ["LittleCMS"])),
        .target(name: "CLibHEIF", condition: .when(traits: ["HEIF"])),
      ]),
    library("StickerEngine", isOptimized: true, ["StickerImage", "CLibYAML"]),
    library("StickerPacker", ["StickerEngine", "StickerImage"], plugins: ["EmbedFiles"]),
    library("Stickers", ["StickerPacker", "StickerEngine", "StickerImage", "CSandbox"]),
    library("StickersFoundation", ["Stickers"]),
    library(
      "StickerPage",
      [
        "Stickers", "StickerPacker", "StickerEngine", "StickerImage", nio("NIOCore"), nio("NIOPosix"),
        nio("NIOHTTP1"), nio("NIOConcurrencyHelpers"),
      ], plugins: ["EmbedFiles"]),

    // Executables
    .executableTarget(
      name: "stickerlint", dependencies: ["Stickers", "StickerPage", "CProgramStart", argumentParser],
      swiftSettings: Settings.swift),
    .executableTarget(
      name: "stickerlint-dev",
      dependencies: ["Stickers", "StickerPacker", "StickerEngine", "StickerImage", "Corpus", argumentParser],
      swiftSettings: Settings.swiftOptimizedInDebug),

    // The build tool that embeds templates, web files and sample stickers in the program
    .plugin(
      name: "EmbedFiles", capability: .buildTool(), dependencies: ["embed-files"], path: "Plugins/EmbedFiles"),
    .executableTarget(name: "embed-files", path: "Plugins/embed-files", swiftSettings: Settings.swift),

    // C
    .target(
      name: "CImageCodecs",
      dependencies: ["CLibPNG", "CLibJPEG", "CLibGIF", "CLibWebP", "CLibVPX", "CLibDeflate", "CLibXXHash"],
      cSettings: Settings.c,
      linkerSettings: Settings.linker + [
        .linkedLibrary("gif"), .linkedLibrary("z"), .linkedLibrary("m", .when(platforms: [.linux])),
      ]),
    .target(
      name: "CSandbox",
      cSettings: Settings.c + [
        .define("STICKERLINT_POISON", .when(configuration: .debug)),
        .define("STICKERLINT_POISON", .when(traits: ["Poison"])),
      ]),
    .target(name: "CProgramStart", cSettings: Settings.c),

    // System libraries
    systemLibrary("CLibPNG", pkgConfig: "libpng", apt: "libpng-dev", brew: "libpng"),
    systemLibrary("CLibJPEG", pkgConfig: "libjpeg", apt: "libjpeg62-turbo-dev", brew: "jpeg-turbo"),
    // Homebrew's giflib has no pkg-config file: see docs/installing.md.
    systemLibrary("CLibGIF", pkgConfig: "libgif", apt: "libgif-dev", brew: "giflib"),
    systemLibrary("CLibWebP", pkgConfig: "libwebp", apt: "libwebp-dev", brew: "webp"),
    systemLibrary("CLibVPX", pkgConfig: "vpx", apt: "libvpx-dev", brew: "libvpx"),
    systemLibrary("CLibDeflate", pkgConfig: "libdeflate", apt: "libdeflate-dev", brew: "libdeflate"),
    systemLibrary("CLibXXHash", pkgConfig: "libxxhash", apt: "libxxhash-dev", brew: "xxhash"),
    systemLibrary("CLibYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
    // SHA-256. macOS uses CommonCrypto instead. No pkg-config, because it would link the dependencies of the
    // whole library.
    systemLibrary("CLibCrypto", pkgConfig: nil, apt: "libssl-dev", brew: "openssl"),
    // For `--effort max` on Linux: docs/decisions/0023. Debian's package has no pkg-config file, and
    // Homebrew's formula has no library.
    systemLibrary("CLibZopfli", pkgConfig: nil, apt: "libzopfli-dev", brew: "zopfli"),
    // For tests and for the traits. No pkg-config, so that a build without them doesn't look for these
    // libraries.
    systemLibrary("CLibLCMS", pkgConfig: nil, apt: "liblcms2-dev", brew: "little-cms2"),
    systemLibrary("CLibHEIF", pkgConfig: nil, apt: "libheif-dev", brew: "libheif"),

    // Tests
    tests("StickerImageTests", isOptimized: true, ["StickerImage", "CImageCodecs", "CLibLCMS"]),
    tests("StickerEngineTests", ["Stickers", "StickerPacker", "StickerEngine", "StickerImage"]),
    tests("StickerPackerTests", ["StickerPacker", "StickerEngine", "StickerImage"]),
    tests(
      "StickersTests",
      [
        "StickersFoundation", "Stickers", "StickerPacker", "StickerEngine", "StickerImage", "CSandbox",
      ]),
    tests(
      "StickerPageTests",
      [
        "StickerPage", "Stickers", "StickerPacker", "StickerEngine", "StickerImage", "stickerlint",
        argumentParser,
        nio("NIOCore"), nio("NIOPosix"),
      ]),
    tests(
      "StoryTests", ["stickerlint", "Stickers", "StickerEngine", "StickerImage", argumentParser]),
    tests("IntegrationTests", ["stickerlint", "StickerEngine", "StickerImage"]),
    tests("FuzzTargetTests", ["FuzzTargets", "Stickers", "StickerEngine", "StickerImage"]),
    tests("HouseTests", ["stickerlint", "stickerlint-dev", "StickersFoundation", "StickerEngine"]),

    // Shared by tests
    .target(
      name: "FuzzTargets", dependencies: ["Stickers", "StickerPacker", "StickerEngine", "StickerImage"],
      path: "Tests/FuzzTargets", swiftSettings: Settings.swiftOptimizedInDebug),
    .target(
      name: "Corpus", dependencies: ["StickerImage"], path: "Tests/Corpus",
      swiftSettings: Settings.swiftOptimizedInDebug),
  ]
)

// MARK: - Settings

enum Settings {
  /// Whether the Makefile started this build. Only such builds use unsafe flags, because SwiftPM before
  /// version 6.3 rejects dependencies that have them. Warnings are errors only in these builds, too.
  static let isDevelopment = Context.environment["STICKERLINT_DEV"] != nil

  static let swift: [SwiftSetting] =
    [
      .swiftLanguageMode(.v6),
      .strictMemorySafety(),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("ExistentialAny"),
    ] + (isDevelopment ? development : [])

  /// The unsafe flag omits the hashes of private declarations from module files. With the hashes, a new
  /// constant in one rule rebuilds every module that imports the engine (270 seconds instead of 40).
  private static let development: [SwiftSetting] = [
    .treatAllWarnings(as: .error), .treatWarning("DeprecatedDeclaration", as: .warning),
    .unsafeFlags(["-Xfrontend", "-disable-incremental-imports"], .when(configuration: .debug)),
  ]

  /// Without optimization, pixel code and the reference code that tests compare it with run hundreds of times
  /// slower.
  static let swiftOptimizedInDebug: [SwiftSetting] =
    swift + (isDevelopment ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : [])

  /// For every program, because all of them link `CImageCodecs`. LLVM's linker is part of the Swift toolchain
  /// and takes half as long as the system's.
  static let linker: [LinkerSetting] =
    isDevelopment
    ? [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux], configuration: .debug))] : []

  static let c: [CSetting] = isDevelopment ? [.unsafeFlags(["-Wall", "-Wextra", "-Werror", "-O2"])] : []
}

/// - Parameter isOptimized: Whether debug builds optimize the target, because it processes pixels or bytes.
///   See `Settings.swiftOptimizedInDebug`.
func library(
  _ name: String, isOptimized: Bool = false, _ dependencies: [Target.Dependency],
  plugins: [Target.PluginUsage] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: isOptimized ? Settings.swiftOptimizedInDebug : Settings.swift, plugins: plugins)
}

func tests(_ name: String, isOptimized: Bool = false, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["Corpus"],
    swiftSettings: isOptimized ? Settings.swiftOptimizedInDebug : Settings.swift)
}

func systemLibrary(_ name: String, pkgConfig: String?, apt: String, brew: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

var argumentParser: Target.Dependency { .product(name: "ArgumentParser", package: "swift-argument-parser") }

func nio(_ product: String) -> Target.Dependency { .product(name: product, package: "swift-nio") }
