import Foundation

/// What a command depends on beside the art: every `.stickerlint.yml` in some folders, below them and above,
/// up to the repository's top, and what those files name.
///
/// SwiftPM keeps a list of inputs until a file of the target comes or goes, and builds nothing more once one
/// of them is missing. So a file is an input as a hard link in `work`, which stays where the file goes; and
/// the folders themselves are inputs, which change when a file in them comes, goes or is replaced.
///
/// - Parameter package: its folder is the top where there is no repository.
func settingsInputs(for folders: [URL], of package: URL, linkedIn work: URL) -> [URL] {
  let searched = Set((folders.flatMap { above($0, of: package) + below($0) }).map(\.path)).sorted()
  var files: [URL] = []
  for folder in searched {
    take(URL(fileURLWithPath: folder).appendingPathComponent(".stickerlint.yml"), into: &files)
  }
  let folder = work.appendingPathComponent("settings")
  try? FileManager.default.removeItem(at: folder)
  try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let links = files.enumerated().compactMap { number, file -> URL? in
    let link = folder.appendingPathComponent("\(number)")
    // Where links cannot be made, the folders alone count.
    return (try? FileManager.default.linkItem(at: file, to: link)) == nil ? nil : link
  }
  return links + searched.map { URL(fileURLWithPath: $0, isDirectory: false) }
}

/// A folder and those above it, up to the one with `.git`, or else the package's.
private func above(_ folder: URL, of package: URL) -> [URL] {
  let top = top(above: package.standardizedFileURL)
  var found = [folder.standardizedFileURL]
  while let last = found.last, last.path != top.path, last.path.hasPrefix(top.path) {
    found.append(last.deletingLastPathComponent())
  }
  return found
}

private func top(above package: URL) -> URL {
  var folder = package
  while !FileManager.default.fileExists(atPath: folder.appendingPathComponent(".git").path) {
    guard folder.path != "/" else { return package }
    folder.deleteLastPathComponent()
  }
  return folder
}

private func below(_ folder: URL) -> [URL] {
  let names = FileManager.default.enumerator(
    at: folder.standardizedFileURL, includingPropertiesForKeys: [.isDirectoryKey],
    options: [.skipsHiddenFiles])
  return (names?.allObjects ?? []).compactMap { $0 as? URL }.filter {
    (try? $0.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }
}

/// Takes a file and what it names, each once.
private func take(_ file: URL, into files: inout [URL]) {
  let file = file.standardizedFileURL
  let isFile = (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
  guard isFile, !files.contains(file) else { return }
  files.append(file)
  guard file.pathExtension != "json", let text = try? String(contentsOf: file, encoding: .utf8) else {
    return
  }
  for name in names(in: text) {
    take(URL(fileURLWithPath: name, relativeTo: file.deletingLastPathComponent()).absoluteURL, into: &files)
  }
}

/// What the lines `extends:`, `profile:` and `baseline:` name, as plain text or in quotes: no reader of YAML,
/// which a plugin could not have. A name that is no file's is not there.
private func names(in text: String) -> [String] {
  text.split(whereSeparator: \.isNewline).compactMap { line in
    guard let key = ["extends:", "profile:", "baseline:"].first(where: line.hasPrefix) else { return nil }
    let value = line.dropFirst(key.count).trimmingCharacters(in: .whitespaces)
    if let quote = value.first, quote == "\"" || quote == "'" {
      return String(value.dropFirst().prefix { $0 != quote })
    }
    return value.components(separatedBy: " #")[0].trimmingCharacters(in: .whitespaces)
  }.filter { !$0.isEmpty }
}
