/// What becomes of a description where one of its files gets another name.
package enum PackFileRenaming: Hashable, Sendable {
  /// The description does not name the file, or by a pattern that takes the new name as it took the old one.
  case notNamed
  /// The bytes of the description with the new name; all else stays as it was.
  case renamed([UInt8])
  /// Why the new name cannot be put into it, with the line; already escaped.
  case impossible(String)
}

/// What a description describes.
package enum PackFileKind: Hashable, Sendable {
  /// A `stickerpack.yml`.
  case pack
  /// A `message.yml`.
  case message
}

/// A description in which a file has another name: only the texts that name it change, and comments, quotes
/// and layout stay. What was made is read again: it says the same but for the name.
///
/// - Parameter bytes: a `stickerpack.yml`, or a `message.yml`; hostile.
/// - Parameter kind: which of the two.
/// - Parameter old: a file's path, relative to the description's folder.
/// - Parameter new: its new one.
package func renamed(
  inPackFile bytes: [UInt8], _ kind: PackFileKind = .pack, from old: Path, to new: Path
) -> PackFileRenaming {
  guard let old = old.text, let new = new.text else { return .notNamed }
  guard var editor = try? YAMLEditor(bytes) else { return .impossible("it cannot be read") }
  do throws(Diagnostic) {
    var replacing: [(node: YAMLNode, name: String)] = []
    let root = editor.root
    for name in kind == .pack ? fileNames(in: root) : fileNames(inMessage: root) {
      guard case .scalar(let text, _) = name.node.content else { continue }
      if name.isPattern, text.contains(where: "*?[\\".contains) {
        if let reason = objection(toPattern: text, old, new) {
          return .impossible("line \(name.node.location.line): \(reason)")
        }
      } else if withoutDetours(text) == old {
        replacing.append((name.node, renamedPath(text, old, new)))
      }
    }
    guard !replacing.isEmpty else { return .notNamed }
    try editor.replaceFileNames(replacing)
    return .renamed(editor.bytes)
  } catch {
    return .impossible(error.line.map { "line \($0): \(error.message)" } ?? error.message)
  }
}

/// Every value of a description that names a file, or several by a pattern.
private func fileNames(in root: YAMLNode) -> [(node: YAMLNode, isPattern: Bool)] {
  func value(_ node: YAMLNode, _ key: String) -> YAMLNode? { node[key] }
  var names: [(node: YAMLNode, isPattern: Bool)] = []
  if let icon = root[PackKey.icon.rawValue] { names.append((icon, false)) }
  if let sticker = root[PackKey.iconSticker.rawValue] { names.append((sticker, false)) }
  if let cover = root[PackKey.cover.rawValue] { names.append((cover, false)) }
  if case .mapping(let members)? = root[PackKey.icons.rawValue]?.content {
    names += members.map { ($0.value, false) }
  }
  guard case .sequence(let stickers)? = root[PackKey.stickers.rawValue]?.content else { return names }
  for sticker in stickers {
    if let file = sticker[StickerKey.file.rawValue] { names.append((file, false)) }
    if let frames = sticker[StickerKey.frames.rawValue] { names.append((frames, true)) }
  }
  return names
}

private func fileNames(inMessage root: YAMLNode) -> [(node: YAMLNode, isPattern: Bool)] {
  MessageKey.ofFiles.compactMap { key in root[key.word].map { ($0, false) } }
}

/// Why a pattern of frames does not get along with a new name; nil where it does.
private func objection(toPattern text: String, _ old: String, _ new: String) -> String? {
  guard let glob = Glob(git: Array(text.utf8)[...], anchored: true), glob.matches(Path(old)) else {
    return nil
  }
  // With the same stem the frame keeps its place among the others.
  let keeps =
    glob.matches(Path(new)) && Path(old).parent == Path(new).parent && Path(old).stem == Path(new).stem
  guard !keeps else { return nil }
  return "frames \(shortened(text)) matches \(shortened(old)), and the new name would drop or move this frame"
}

/// The path without its `.` parts, as the reader of descriptions takes it.
private func withoutDetours(_ text: String) -> String {
  text.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
}

/// The path as it was written but for the name, where the file stays in its folder.
private func renamedPath(_ written: String, _ old: String, _ new: String) -> String {
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
