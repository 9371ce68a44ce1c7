// swift-tools-version: 6.2
import PackageDescription

/// A client of the library. It depends on a tagged clone by version, or on the package in this repository.
let clone = Context.environment["STICKERLINT_CLONE"]
let stickerlint: Package.Dependency =
  clone.map { .package(url: $0, from: "99.0.0") } ?? .package(name: "stickerlint", path: "../..")

let package = Package(
  name: "consumer",
  platforms: [.macOS(.v14)],
  dependencies: [stickerlint],
  targets: [
    .target(name: "Consumer", dependencies: [.product(name: "StickersFoundation", package: "stickerlint")]),
    .testTarget(name: "ConsumerTests", dependencies: ["Consumer"]),
  ]
)
