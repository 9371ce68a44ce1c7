/// The result of renaming a file in a pack file or message file.
package enum FileReferenceRenamingOutcome: Hashable, Sendable {
  /// The document does not refer to the file, or refers to it only through a glob that matches both the old
  /// and the new name.
  case nothingToRename
  /// The document with the new name. All other bytes stay as they are.
  case renamed([UInt8])
  /// The escaped reason why the new name cannot be written, with the line.
  case impossible(String)
}

/// The kind of document.
package enum PackOrMessageFileKind: Hashable, Sendable {
  /// A `stickerpack.yml`.
  case packFile
  /// A `message.yml`.
  case interactiveMessageFile
}

/// Renames a file in a pack file or message file. Comments, quotes and layout stay as they are. The result is
/// parsed again and compared with the expected values.
///
/// - Parameter bytes: a `stickerpack.yml` or `message.yml`, which may be hostile.
/// - Parameter old: the path of the file, relative to the folder of the document.
/// - Parameter new: the new path.
package func fileReferenceRenaming(
  in bytes: [UInt8], kind: PackOrMessageFileKind = .packFile, from old: Path, to new: Path
) -> FileReferenceRenamingOutcome {
  guard let old = old.text, let new = new.text else { return .nothingToRename }
  guard var editor = try? YAMLEditor(bytes) else { return .impossible("it cannot be read") }
  do throws(Diagnostic) {
    var replacing: [(node: YAMLNode, name: String)] = []
    let root = editor.root
    for name in kind == .packFile ? fileNameNodes(inPackFile: root) : fileNameNodes(inMessage: root) {
      guard case .scalar(let text, _) = name.node.content else { continue }
      if name.isPattern, text.contains(where: "*?[\\".contains) {
        if let reason = conflict(withGlob: text, from: old, to: new) {
          return .impossible("line \(name.node.location.line): \(reason)")
        }
      } else if pathWithoutEmptyOrDotComponents(text) == old {
        replacing.append((name.node, renamedPath(text, from: old, to: new)))
      }
    }
    guard !replacing.isEmpty else { return .nothingToRename }
    try editor.replaceFileNames(replacing)
    return .renamed(editor.bytes)
  } catch {
    return .impossible(error.line.map { "line \($0): \(error.message)" } ?? error.message)
  }
}

/// Returns every value in a pack file that names a file, or several files through a glob.
private func fileNameNodes(inPackFile root: YAMLNode) -> [(node: YAMLNode, isPattern: Bool)] {
  func value(_ node: YAMLNode, _ key: String) -> YAMLNode? { node[key] }
  var names: [(node: YAMLNode, isPattern: Bool)] = []
  if let icon = root[PackFileKey.icon.rawValue] { names.append((icon, false)) }
  if let sticker = root[PackFileKey.iconSticker.rawValue] { names.append((sticker, false)) }
  if let cover = root[PackFileKey.cover.rawValue] { names.append((cover, false)) }
  if case .mapping(let members)? = root[PackFileKey.slotIcons.rawValue]?.content {
    names += members.map { ($0.value, false) }
  }
  guard case .sequence(let stickers)? = root[PackFileKey.stickers.rawValue]?.content else { return names }
  for sticker in stickers {
    if let file = sticker[PackFileStickerKey.file.rawValue] { names.append((file, false)) }
    if let frames = sticker[PackFileStickerKey.frames.rawValue] { names.append((frames, true)) }
  }
  return names
}

private func fileNameNodes(inMessage root: YAMLNode) -> [(node: YAMLNode, isPattern: Bool)] {
  InteractiveMessageFileKey.fileKeys.compactMap { key in root[key.keyName].map { ($0, false) } }
}

/// Returns the reason why a glob for frames does not work with a new name; nil if it works.
private func conflict(withGlob text: String, from old: String, to new: String) -> String? {
  guard let glob = Glob(git: Array(text.utf8)[...], anchored: true), glob.matches(Path(old)) else {
    return nil
  }
  // A frame with the same stem keeps its position among the frames.
  let keeps =
    glob.matches(Path(new)) && Path(old).parent == Path(new).parent && Path(old).stem == Path(new).stem
  guard !keeps else { return nil }
  return
    "frames \(escapedAndShortened(text)) matches \(escapedAndShortened(old)), and the new name would drop or move this frame"
}

/// Returns the path without empty and `.` components, as the pack file reader does.
private func pathWithoutEmptyOrDotComponents(_ text: String) -> String {
  text.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
}

/// Returns the new path, keeping the folder as it was written if the file stays in its folder.
private func renamedPath(_ written: String, from old: String, to new: String) -> String {
  let name = Path(old).name.displayText
  guard Path(old).parent == Path(new).parent, name == Path(old).name.text, written.hasSuffix(name) else {
    return new
  }
  let kept = String(written.dropLast(name.count))
  guard kept.isEmpty || kept.utf8.last == UInt8(ascii: "/"), let last = Path(new).name.text else {
    return new
  }
  return kept + last
}
