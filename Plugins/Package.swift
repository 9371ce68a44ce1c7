// swift-tools-version: 6.1
import PackageDescription

// The plugins with the prebuilt program, so that packages that use them don't have to build stickerlint.
// `make dist` puts the program next to this file, or replaces the path with a URL and checksum:
// docs/decisions/0028.
let package = Package(
  name: "stickerlint-plugins",
  products: [
    .plugin(name: "LintStickersOnBuild", targets: ["LintStickersOnBuild"]),
    .plugin(name: "LintStickers", targets: ["LintStickers"]),
    .plugin(name: "FixStickers", targets: ["FixStickers"]),
  ],
  targets: [
    .binaryTarget(name: "stickerlint", path: "stickerlint.artifactbundle"),
    .plugin(
      name: "LintStickersOnBuild", capability: .buildTool(), dependencies: ["stickerlint"],
      path: "LintStickersOnBuild"),
    .plugin(
      name: "LintStickers",
      capability: .command(
        intent: .custom(verb: "lint-stickers", description: "Checks stickers for iMessage.")),
      dependencies: ["stickerlint"], path: "LintStickers"),
    .plugin(
      name: "FixStickers",
      capability: .command(
        intent: .custom(verb: "fix-stickers", description: "Fixes stickers for iMessage."),
        permissions: [.writeToPackageDirectory(reason: "Fixed stickers replace the original files.")]),
      dependencies: ["stickerlint"], path: "FixStickers"),
  ]
)
