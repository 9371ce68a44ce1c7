import Foundation

/// The configuration inputs of a lint command: all files named `.stickerlint.yml` in the folders, in their
/// subfolders, and in their parent folders up to the root of the repository, and the files that those files
/// refer to.
///
/// SwiftPM keeps its list of inputs until a file in the target is added or removed, and stops building if an
/// input is missing. So each input is a hard link in `linkFolder`, which remains when the file itself is
/// removed. The folders are inputs too: a folder changes when a file in it is added, removed or replaced.
///
/// - Parameter package: The package folder. If there is no repository, the search for parent folders ends there.
func linkedConfigurationInputs(for folders: [URL], package: URL, linkFolder: URL) -> [URL] {
  let searched = Set(
    folders.flatMap { folderAndParents(of: $0, upToRepositoryOf: package) + subfolders(of: $0) }.map(\.path)
  ).sorted()
  var files: [URL] = []
  for folder in searched {
    addFileAndReferences(URL(fileURLWithPath: folder).appendingPathComponent(".stickerlint.yml"), to: &files)
  }
  let folder = linkFolder.appendingPathComponent("settings")
  try? FileManager.default.removeItem(at: folder)
  try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let links = files.enumerated().compactMap { number, file -> URL? in
    let link = folder.appendingPathComponent("\(number)")
    // If hard links can't be made, only the folders are inputs.
    return (try? FileManager.default.linkItem(at: file, to: link)) == nil ? nil : link
  }
  return links + searched.map { URL(fileURLWithPath: $0, isDirectory: false) }
}

/// A folder and its parent folders, up to the one that contains `.git`, or up to the package folder if none
/// does.
private func folderAndParents(of folder: URL, upToRepositoryOf package: URL) -> [URL] {
  let root = repositoryRoot(above: package.standardizedFileURL)
  var found = [folder.standardizedFileURL]
  while let last = found.last, last.path != root.path, last.path.hasPrefix(root.path) {
    found.append(last.deletingLastPathComponent())
  }
  return found
}

private func repositoryRoot(above package: URL) -> URL {
  var folder = package
  while !FileManager.default.fileExists(atPath: folder.appendingPathComponent(".git").path) {
    guard folder.path != "/" else { return package }
    folder.deleteLastPathComponent()
  }
  return folder
}

private func subfolders(of folder: URL) -> [URL] {
  let names = FileManager.default.enumerator(
    at: folder.standardizedFileURL, includingPropertiesForKeys: [.isDirectoryKey],
    options: [.skipsHiddenFiles])
  return (names?.allObjects ?? []).compactMap { $0 as? URL }.filter {
    (try? $0.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }
}

/// Adds a file and the files that it refers to, without duplicates.
private func addFileAndReferences(_ file: URL, to files: inout [URL]) {
  let file = file.standardizedFileURL
  let isFile = (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
  guard isFile, !files.contains(file) else { return }
  files.append(file)
  guard file.pathExtension != "json", let text = try? String(contentsOf: file, encoding: .utf8) else {
    return
  }
  for name in referencedFileNames(in: text) {
    addFileAndReferences(
      URL(fileURLWithPath: name, relativeTo: file.deletingLastPathComponent()).absoluteURL, to: &files)
  }
}

/// The values of the lines `extends:`, `profile:` and `baseline:`, plain or quoted. This isn't a YAML parser,
/// because a plugin can't import one. Values that aren't file names, such as the name of a built-in profile,
/// are ignored later because no such file exists.
private func referencedFileNames(in text: String) -> [String] {
  text.split(whereSeparator: \.isNewline).compactMap { line in
    guard let key = ["extends:", "profile:", "baseline:"].first(where: line.hasPrefix) else { return nil }
    let value = line.dropFirst(key.count).trimmingCharacters(in: .whitespaces)
    if let quote = value.first, quote == "\"" || quote == "'" {
      return String(value.dropFirst().prefix { $0 != quote })
    }
    return value.components(separatedBy: " #")[0].trimmingCharacters(in: .whitespaces)
  }.filter { !$0.isEmpty }
}
