// swift-tools-version: 6.1
import PackageDescription

// The plugins over the built program, so that a package that uses them builds nothing of ours. `make dist`
// puts the program beside this file, or names an address and checksum in its place: docs/decisions/0028.
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
        permissions: [.writeToPackageDirectory(reason: "Fixed stickers take the place of the old ones.")]),
      dependencies: ["stickerlint"], path: "FixStickers"),
  ]
)
