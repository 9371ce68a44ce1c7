import StickerEngine
import StickerPacker

extension FuzzTarget {
  static let project = FuzzTarget(
    "project", summary: "an Xcode project file", maxInputBytes: 32_768,
    seeds: { $0.name == "project.pbxproj" ? [$0.bytes] : [] },
    attempt: { bytes throws(PropertyViolation) in
      let project: OldStylePropertyList
      do throws(Diagnostic) { project = try OldStylePropertyList(parsing: bytes) } catch {
        try expectOneLine(error.message)
        return try expect((error.line ?? 0) >= 1, "an error has no line")
      }
      let again = try? OldStylePropertyList(parsing: bytes + Array("\n// end\n".utf8))
      try expect(again == project, "a comment at the end changes a project")
    })
}
