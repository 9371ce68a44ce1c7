import StickerEngine
import StickerPacker

extension FuzzTarget {
  static let project = FuzzTarget(
    "project", summary: "an Xcode project file", longest: 32_768,
    seeds: { $0.name == "project.pbxproj" ? [$0.bytes] : [] },
    attempt: { bytes throws(BrokenPromise) in
      var tree = surroundings
      tree["A.xcodeproj/project.pbxproj"] = bytes
      let faults = projectFaults(tree)
      for fault in faults { try expectOneLine(fault) }
      try promise(faults == projectFaults(tree), "a project reads differently again")
    })
}

/// What a project of ours names, all of it there.
private let surroundings: FileTree = {
  var tree = xcodeProject(ProjectDescription(name: "A")).tree
  tree["Stickers.xcstickers/Contents.json"] = []
  return tree
}()
