// swift-tools-version: 6.2
import PackageDescription

// A separate package, because everything that it builds is linked with libFuzzer. `make fuzz` builds it.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "stickerlint", path: "..")],
  targets: [
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "stickerlint-fuzz",
      dependencies: ["CFuzzer", .product(name: "FuzzTargets", package: "stickerlint")],
      swiftSettings: [
        .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .strictMemorySafety(),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ]
)
