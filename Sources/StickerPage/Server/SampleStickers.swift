import StickerEngine

/// Stickers to try the page with: files by their names, in Base64, which the page drops as somebody would.
let sampleStickers = PageRoute(.get, "samples") { _ in
  .json(
    .object(
      Dictionary(uniqueKeysWithValues: SampleFiles.all.map { (sampleName($0.path), JSON.string($0.text)) })))
}

/// Some are drawn for what is wrong with them, and called so.
private func sampleName(_ path: String) -> String {
  switch path {
  case "faulty/white-background.png": "avocado.png"
  case "faulty/something-behind-the-end.png": "rain-cloud.png"
  case "faulty/too-small.png": "ghost.png"
  default: String(path.split(separator: "/").last ?? "")
  }
}
