// swift-tools-version: 6.2
import PackageDescription

// A package of its own: what it builds is linked with libFuzzer and cannot run without. `make fuzz` builds it.
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
