extension JSON {
  /// The maximum size in bytes of a `manifest.json`, enough for some 20,000 stickers. The index of a generated
  /// project has the same limit.
  package static let mostManifestBytes = 64 << 20
}
