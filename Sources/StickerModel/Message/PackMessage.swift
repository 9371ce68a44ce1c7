/// The interactive message of a pack, as an extension with code takes it.
package struct PackMessage: Hashable, Sendable {
  /// What the state's query items are put behind: a sound base URL.
  package var baseURL: String
  /// What is written, by language (BCP 47, `und` where nothing says which).
  package var texts: [MessageText: [String: String]]
  /// The picture of the layout, relative to the pack's source; nil where the extension draws one.
  package var image: Path?
  /// A picture or video for where there is no `image`, relative to the pack's source.
  package var media: Path?

  package init(
    baseURL: String, texts: [MessageText: [String: String]] = [:], image: Path? = nil, media: Path? = nil
  ) {
    (self.baseURL, self.texts, self.image, self.media) = (baseURL, texts, image, media)
  }

  /// What it shows that is a file.
  package var files: [Path] { [image, media].compactMap(\.self) }
}
