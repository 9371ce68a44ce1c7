import StickerEngine

/// Sample stickers for trying out the page: files by name, in Base64. The page adds them as if they were
/// dropped.
let sampleStickersJSONRoute = PageRoute(.get, "samples") { _ in
  .json(
    .object(
      Dictionary(
        uniqueKeysWithValues: SampleFiles.all.map {
          (sampleFileNameHidingFault($0.path), JSON.string($0.text))
        })))
}

/// Returns the name of a sample. The files of faulty samples are named after their faults, so the page gives
/// them other names.
private func sampleFileNameHidingFault(_ path: String) -> String {
  switch path {
  case "faulty/white-background.png": "avocado.png"
  case "faulty/something-behind-the-end.png": "rain-cloud.png"
  case "faulty/too-small.png": "ghost.png"
  default: String(path.split(separator: "/").last ?? "")
  }
}
