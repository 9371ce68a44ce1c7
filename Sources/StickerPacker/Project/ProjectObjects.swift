import StickerImage

/// One object of a project: what it is for, which makes its id, and what is said beside the id.
struct ProjectObject: Hashable {
  /// What the object is for, unique within the project: `app target`.
  let role: String
  /// What stands beside the id in a comment: `MonkeyBusiness`.
  let comment: String
}

/// The objects of a project file, gathered one by one.
struct ProjectObjects {
  private let seed: String
  private var sections: [String: [(id: String, text: String)]] = [:]

  /// - Parameter seed: differs between packs, so that objects of two projects can lie in one workspace.
  init(seed: String) { self.seed = seed }

  /// 24 hexadecimal digits: Xcode's are random, these are always the same for the same pack.
  func id(_ object: ProjectObject) -> String {
    String(SHA256.hexDigest(of: Array("\(seed)\0\(object.role)".utf8)).prefix(24)).uppercased()
  }

  /// The id of an object where another names it.
  func reference(_ object: ProjectObject) -> PropertyList { .text(id(object), comment: object.comment) }

  /// Adds an object.
  ///
  /// - Parameter isa: its class.
  /// - Parameter members: everything else, in the order of Xcode: by key.
  mutating func add(_ object: ProjectObject, _ isa: String, _ members: [PropertyList.Member]) {
    let value = PropertyList.members([PropertyList.Member("isa", .text(isa))] + members)
    let isOnOneLine = isa == "PBXBuildFile" || isa == "PBXFileReference"
    let written = value.written(indent: "\t\t", isOnOneLine: isOnOneLine)
    let id = id(object)
    sections[isa, default: []].append((id, "\t\t\(id) /* \(object.comment) */ = \(written);\n"))
  }

  /// The project file: objects in a section for each class, by id, as Xcode sorts them.
  func file(root: ProjectObject) -> [UInt8] {
    let names = sections.keys.sorted(by: precedes)
    let objects = names.map { name in
      let lines = (sections[name] ?? []).sorted { precedes($0.id, $1.id) }.map(\.text).joined()
      return "\n/* Begin \(name) section */\n\(lines)/* End \(name) section */\n"
    }
    let text = """
      // !$*UTF8*$!
      {
      \tarchiveVersion = 1;
      \tclasses = {
      \t};
      \tobjectVersion = 56;
      \tobjects = {
      \(objects.joined())\t};
      \trootObject = \(reference(root).written(indent: ""));
      }

      """
    return Array(text.utf8)
  }
}
