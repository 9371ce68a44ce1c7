import StickerModel
import StickerPacker

extension FuzzTarget {
  static let project = FuzzTarget(
    "project", summary: "an Xcode project file", longest: 32_768,
    seeds: { $0.name == "project.pbxproj" ? [$0.bytes] : [] },
    attempt: { bytes throws(BrokenPromise) in
      // Around it lies what a project of ours names.
      var tree = xcodeProject(ProjectDescription(name: "A")).tree
      tree["Stickers.xcstickers/Contents.json"] = []
      try promise(projectFaults(tree).isEmpty, "a sound project has a fault")
      tree["A.xcodeproj/project.pbxproj"] = bytes
      let faults = projectFaults(tree)
      for fault in faults { try expectOneLine(fault) }
      try promise(faults == projectFaults(tree), "a project reads differently again")
    })
}
