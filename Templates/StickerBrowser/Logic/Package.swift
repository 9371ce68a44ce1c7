// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "TemplateLogic",
  platforms: [.iOS(.v15), .macOS(.v12)],
  products: [.library(name: "TemplateLogic", targets: ["TemplateLogic"])],
  targets: [
    .target(name: "TemplateLogic"),
    .testTarget(name: "TemplateLogicTests", dependencies: ["TemplateLogic"]),
  ])
