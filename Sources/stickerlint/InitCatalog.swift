import ArgumentParser
import Stickers

extension InitCommand {
  /// Writes a `stickerpack.yml` beside a catalog if `--for` names messengers that need what a catalog cannot
  /// hold: author, emoji and names.
  ///
  /// - Returns: whether the source is a catalog and the file was written.
  func describeCatalog() throws -> Bool {
    let wanted = try messengers.names().filter { $0 != "imessage" }
    guard !wanted.isEmpty, let catalog = try CatalogDescription(of: folder) else { return false }
    let file = catalog.folder.appending("stickerpack.yml")
    guard try force || FileSystem.disk.entryKind(at: file) == nil else {
      throw CommandFailure("\(file.shown) is there already: --force replaces it")
    }
    let needs = try needs(of: wanted, below: FileSystem.disk.realPath(of: catalog.folder))
    let text = starterDescription(
      name: name ?? catalog.name, languages: chosen, stickers: catalog.stickers, icon: catalog.icon,
      credits: credits, needs: needs)
    try writeFile(Array(text.utf8), to: file)
    tell(
      catalog.leftOut.map { "note: \($0)" }
        + ["wrote \(file.shown): \(counted(catalog.stickers.count, "sticker")) of the catalog"]
        + needs.missing(of: credits).map { "to fill in: \($0.key), for \(listed($0.messengers))" }
        + [
          "next: fill it in, then `stickerlint pack \(file.shown) --for \(wanted.joined(separator: ",")) "
            + "--output build`"
        ])
    return true
  }
}
