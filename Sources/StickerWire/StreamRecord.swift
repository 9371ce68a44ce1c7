package import StickerModel
import StickerImage

/// A record of `stream`: a path, or an object that says more.
package struct StreamRecord: Hashable, Sendable {
  /// The file, or what the bytes are to be called; nil where the record has bytes only.
  package var path: Path?
  /// The file itself, where it does not lie at the path.
  package var bytes: [UInt8]?
  /// What the file is for; nil where its place tells.
  package var role: Role?
  /// What the record calls itself; it is given back with the answer.
  package var id: JSON?

  /// Why a record is none.
  package typealias Fault = RecordFault

  /// A file by its path.
  package init(path: Path) { self.path = path }

  /// Reads a record: one that begins with `{` is JSON, everything else a path.
  ///
  /// - Parameter most: bytes of the longest record.
  /// - Throws: why it is none.
  package init(parsing record: [UInt8], atMost most: Int) throws(Fault) {
    switch try ParsedRecord(record, atMost: most) {
    case .path(let path): self.init(path: path)
    case .object(let object): try self.init(object)
    }
  }

  private init(_ object: RecordObject) throws(Fault) {
    var object = object
    path = try object.path("path", "pathBytes")
    (id, bytes) = (object.id, try object.bytes("bytes"))
    if let text = try object.text("role") {
      guard let role = Role(rawValue: text) else {
        throw object.fault("a role is \(listed(Role.allCases.map(\.rawValue), "or"))")
      }
      self.role = role
    }
    try object.refuseKeys(but: ["id", "path", "pathBytes", "bytes", "role"])
    guard path != nil || bytes != nil else { throw object.fault("the record needs a path or bytes") }
  }
}
