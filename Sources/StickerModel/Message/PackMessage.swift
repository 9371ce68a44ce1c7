/// The interactive message of a pack, as an extension with code takes it.
public struct PackMessage: Hashable, Sendable {
  /// What the state's query items are put behind: a sound base URL.
  public var baseURL: String
  /// What is written, by language (BCP 47, `und` where nothing says which).
  public var texts: [MessageText: [String: String]]
  /// The picture of the layout, relative to the pack's source; nil where the extension draws one.
  public var image: Path?
  /// A picture or video for where there is no `image`, relative to the pack's source.
  public var media: Path?

  /// A message.
  public init(
    baseURL: String, texts: [MessageText: [String: String]] = [:], image: Path? = nil, media: Path? = nil
  ) {
    (self.baseURL, self.texts, self.image, self.media) = (baseURL, texts, image, media)
  }

  /// What it shows that is a file.
  public var files: [Path] { [image, media].compactMap(\.self) }
}
