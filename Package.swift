// swift-tools-version: 6.2
import PackageDescription

/// Set by the Makefile. Unsafe flags would keep others from depending on this package, so they are only there then.
let isDevelopment = Context.environment["STICKERLINT_DEV"] != nil

/// Settings of every Swift target.
let house: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
  ]
  + (isDevelopment
    ? [.treatAllWarnings(as: .error), .treatWarning("DeprecatedDeclaration", as: .warning)] : [])

/// Tests run pixel code, and the plain code they compare it with, hundreds of times slower without optimization.
let optimized: [SwiftSetting] = isDevelopment ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []

func systemLibrary(_ name: String, pkgConfig: String?, apt: String, brew: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

func library(
  _ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: house + settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["Corpus"], swiftSettings: house + optimized)
}

let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

func nio(_ product: String) -> Target.Dependency { .product(name: product, package: "swift-nio") }

let package = Package(
  name: "stickerlint",
  platforms: [.macOS(.v14)],
  products: [
    .executable(name: "stickerlint", targets: ["stickerlint"]),
    .library(name: "Stickers", targets: ["Stickers"]),
    .library(name: "StickerImage", targets: ["StickerImage"]),
    // For `Fuzz/`, which is a package of its own.
    .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
  ],
  traits: [
    .trait(
      name: "LittleCMS",
      description: "Evaluates profiles of tables, and converts CMYK: docs/decisions/0019. Off by default."),
    .trait(
      name: "HEIF",
      description: "Decodes HEIC and AVIF for conversion: docs/decisions/0025. Off by default."),
    .trait(
      name: "Poison",
      description: "For tests: workers crash, hang or grow where a file asks for it. Never in a release."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // For `StickerPage` only: docs/decisions/0031.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    systemLibrary("CLibPNG", pkgConfig: "libpng", apt: "libpng-dev", brew: "libpng"),
    systemLibrary("CLibJPEG", pkgConfig: "libjpeg", apt: "libjpeg62-turbo-dev", brew: "jpeg-turbo"),
    // Homebrew's giflib has no pkg-config file: docs/installing.md has one.
    systemLibrary("CLibGIF", pkgConfig: "libgif", apt: "libgif-dev", brew: "giflib"),
    systemLibrary("CLibDeflate", pkgConfig: "libdeflate", apt: "libdeflate-dev", brew: "libdeflate"),
    systemLibrary("CLibXXHash", pkgConfig: "libxxhash", apt: "libxxhash-dev", brew: "xxhash"),
    // SHA-256; macOS has CommonCrypto. No pkg-config: it would link all that other parts of the library need.
    systemLibrary("CLibCrypto", pkgConfig: nil, apt: "libssl-dev", brew: "openssl"),
    // For `--effort max` on Linux: docs/decisions/0023. Debian's package has no pkg-config file, and Homebrew's
    // formula has no library.
    systemLibrary("CLibZopfli", pkgConfig: nil, apt: "libzopfli-dev", brew: "zopfli"),
    // The tests' oracle for colors, and of the program with the trait only. No pkg-config: a build without it
    // should not ask for it.
    systemLibrary("CLibLCMS", pkgConfig: nil, apt: "liblcms2-dev", brew: "little-cms2"),

    systemLibrary("CLibWebP", pkgConfig: "libwebp", apt: "libwebp-dev", brew: "webp"),
    // Of the program with the trait only; without pkg-config for the same reason.
    systemLibrary("CLibHEIF", pkgConfig: nil, apt: "libheif-dev", brew: "libheif"),

    systemLibrary("CLibYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),

    // What Swift's import of the C library hides. SwiftNIO brings a module called CSystem.
    .systemLibrary(name: "CSystemCalls"),

    .target(
      name: "CImageCodecs",
      dependencies: ["CLibPNG", "CLibJPEG", "CLibGIF", "CLibWebP", "CLibDeflate", "CLibXXHash"],
      cSettings: isDevelopment ? [.unsafeFlags(["-Wall", "-Wextra", "-Werror", "-O2"])] : [],
      linkerSettings: [
        .linkedLibrary("gif"), .linkedLibrary("z"), .linkedLibrary("m", .when(platforms: [.linux])),
      ]),
    library(
      "StickerImage",
      [
        "CImageCodecs", .target(name: "CLibCrypto", condition: .when(platforms: [.linux])),
        .target(name: "CLibZopfli", condition: .when(platforms: [.linux])),
        .target(name: "CLibLCMS", condition: .when(traits: ["LittleCMS"])),
        .target(name: "CLibHEIF", condition: .when(traits: ["HEIF"])),
      ],
      optimized),
    library("StickerText", [], optimized),
    library("StickerModel", ["StickerText", "StickerImage"], optimized),
    library("StickerWire", ["StickerFix", "StickerModel", "StickerImage"], optimized),
    library("StickerRules", ["StickerModel", "StickerImage"]),
    library("StickerSettings", ["CLibYAML", "StickerModel", "StickerImage"]),
    library("StickerFix", ["StickerModel", "StickerImage"], optimized),
    // The plugin gives it the files of `Templates`.
    .target(
      name: "StickerPacker", dependencies: ["StickerModel", "StickerImage"], swiftSettings: house,
      plugins: ["EmbedFiles"]),
    .target(
      name: "StickerReport", dependencies: ["StickerFix", "StickerModel", "StickerImage"],
      swiftSettings: house, plugins: ["EmbedFiles"]),
    // Of the build only.
    .plugin(
      name: "EmbedFiles", capability: .buildTool(), dependencies: ["embed-files"], path: "Plugins/EmbedFiles"),
    .executableTarget(
      name: "embed-files", dependencies: ["StickerText"], path: "Plugins/embed-files", swiftSettings: house),
    library("StickerIO", ["StickerModel", "StickerImage", "CSystemCalls"]),
    library(
      "Stickers",
      [
        "StickerFix", "StickerIO", "StickerImage", "StickerModel", "StickerPacker", "StickerReport",
        "StickerRules", "StickerSettings", "StickerWire",
      ]),
    // The plugin gives it sample stickers.
    .target(
      name: "StickerPage",
      dependencies: [
        "Stickers", nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"), nio("NIOConcurrencyHelpers"),
      ],
      swiftSettings: house, plugins: ["EmbedFiles"]),
    .target(name: "CProgramStart"),
    .executableTarget(
      name: "stickerlint",
      dependencies: ["Stickers", "StickerPage", "CProgramStart", arguments], swiftSettings: house),
    .executableTarget(
      name: "stickerlint-dev",
      dependencies: [
        "StickerIO", "StickerModel", "StickerImage", "StickerPacker", "StickerReport", "StickerRules",
        "StickerSettings", "StickerFix", "Corpus", arguments,
      ],
      // Drawing pixel by pixel takes minutes otherwise.
      swiftSettings: house + optimized),

    .target(
      name: "Corpus", dependencies: ["StickerImage"], path: "Tests/Corpus",
      swiftSettings: house + optimized),
    // giflib itself is the oracle of the GIF tests, LittleCMS that of colors.
    tests("StickerImageTests", ["StickerImage", "CImageCodecs", "CLibLCMS"]),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "StickerImage", "StickerModel", "StickerPacker", "StickerRules", "StickerSettings", "StickerWire",
      ],
      path: "Tests/FuzzTargets", swiftSettings: house + optimized),
    tests("FuzzTargetTests", ["FuzzTargets", "StickerSettings", "StickerModel"]),
    tests("StickerTextTests", ["StickerText"]),
    tests("StickerModelTests", ["StickerModel", "StickerImage"]),
    tests("StickerWireTests", ["StickerWire", "StickerModel", "StickerImage"]),
    tests(
      "StickerSettingsTests",
      ["StickerSettings", "StickerModel", "StickerImage", "StickerRules", "StickerWire"]),
    tests(
      "StickerRulesTests",
      [
        "StickerRules", "StickerModel", "StickerImage", "StickerIO", "StickerPacker", "StickerSettings",
        "StickerWire",
      ]),
    tests(
      "StickerFixTests",
      ["StickerFix", "StickerPacker", "StickerRules", "StickerModel", "StickerImage", "StickerWire"]),
    tests("StickerPackerTests", ["StickerPacker", "StickerModel", "StickerImage"]),
    tests(
      "StickerReportTests",
      ["StickerReport", "StickerFix", "StickerRules", "StickerModel", "StickerImage", "StickerWire"]),
    tests("StickerIOTests", ["StickerIO", "StickerModel"]),
    tests(
      "StickerPageTests",
      [
        "StickerPage", "Stickers", "StickerModel", "stickerlint", arguments, nio("NIOCore"), nio("NIOPosix"),
      ]),
    tests("StickersTests", ["Stickers"]),
    tests(
      "DropPageTests",
      [
        "StickerPage", "Stickers", "StickerFix", "StickerIO", "StickerImage", "StickerModel", "StickerPacker",
        "StickerReport", "StickerRules", "StickerSettings", "StickerWire", "stickerlint", arguments,
      ]),
    tests(
      "StoryTests", ["stickerlint", "Stickers", "StickerImage", "StickerModel", "StickerWire", arguments]),
    tests("IntegrationTests", ["stickerlint", "StickerImage"]),
    tests("HouseTests", ["stickerlint", "stickerlint-dev", "StickerRules", "StickerModel"]),
  ]
)
