import StickerModel

extension PackRecord {
  /// The record as bytes that cross a pipe, without its id.
  package var encoded: [UInt8] {
    var writer = StoredWriter()
    writer.optional(name) { $0.text($1) }
    writer.optional(output) { $0.path($1) }
    writer.optional(messenger) { $0.text($1) }
    switch art {
    case .source(let path):
      writer.integer(0)
      writer.path(path)
    case .files(let files):
      writer.integer(1)
      writer.list(files.sorted { $0.key < $1.key }) {
        $0.path($1.key)
        $0.bytes($1.value)
      }
    }
    return writer.stored
  }

  /// The record in bytes that crossed a pipe; nil for what is no record.
  package init?(parsing bytes: [UInt8]) {
    var reader = StoredReader(bytes[...])
    name = reader.optional { $0.text() }
    output = reader.optional { $0.path() }
    messenger = reader.optional { $0.text() }
    switch reader.integer() {
    case 0:
      guard let path = reader.path() else { return nil }
      art = .source(path)
    case 1:
      var files: [Path: [UInt8]] = [:]
      let file = { (reader: inout StoredReader) -> Bool? in
        guard let path = reader.path(), let bytes = reader.bytes() else { return nil }
        files[path] = bytes
        return true
      }
      guard reader.list(file) != nil else { return nil }
      art = .files(files)
    default: return nil
    }
    guard reader.isAtEnd else { return nil }
  }
}
