import StickerModel

/// Reads one YAML document, the part of YAML that a person writes by hand: mappings, lists and scalars.
///
/// What makes two readers disagree, or a small file a large one, is a fault: a key that stands twice,
/// aliases and anchors, merge keys, tags, directives, several documents in a file.
///
/// - Parameter bytes: UTF-8; a byte order mark is passed over. Nothing at all is an empty mapping.
/// - Parameter most: bytes; a longer document is a fault before anything of it is read.
/// - Throws: everything that is wrong up to the place behind which nothing can be understood.
/// - Complexity: O(bytes); at most 65 536 keys and values, 32 inside each other.
package func readYAML(_ bytes: [UInt8], atMost most: Int = 1 << 20) throws(YAMLFaults) -> YAMLNode {
  guard bytes.count <= most else { throw YAMLFaults(tooLong(bytes.count, most: most)) }
  let text = YAMLText(bytes)
  if let fault = text.fault { throw YAMLFaults(fault) }
  var builder = YAMLBuilder(text)
  do throws(YAMLProblem) {
    try visitYAMLEvents(of: text.bytes) { builder.take($0) }
  } catch {
    builder.faults.append(fault(of: error, in: text))
  }
  if let faults = YAMLFaults(builder.faults) { throw faults }
  return builder.root ?? YAMLNode(.mapping([]), at: .start)
}

/// A document that is not read at all.
///
/// - Parameter count: its bytes.
func tooLong(_ count: Int, most: Int) -> YAMLFault {
  let limit = most >= 1 << 20 ? "\(most >> 20) MiB" : "\(most) bytes"
  return YAMLFault("the file has \(grouped(count)) bytes, and at most \(limit) are read", at: .start)
}

private let mostNodes = 65_536
private let mostDepth = 32

/// Puts events together to a tree. One pass with a stack of its own, so that depth costs no recursion.
private struct YAMLBuilder {
  private let text: YAMLText
  private(set) var root: YAMLNode?
  var faults: [YAMLFault] = []
  private var open: [OpenCollection] = []
  private var count = 0

  init(_ text: YAMLText) { self.text = text }

  /// - Returns: whether the reader is to go on.
  mutating func take(_ event: YAMLEvent) -> Bool {
    if event.isAnchored {
      faults.append(YAMLFault("anchors (&name) are not read: leave it out", at: event.start))
    }
    if event.isTagged {
      faults.append(YAMLFault("tags (!name) are not read: leave it out", at: event.start))
    }
    switch event.kind {
    case .scalar(let text, let isQuoted):
      return add(YAMLNode(.scalar(text, isQuoted: isQuoted), at: event.start))
    case .sequenceStart: return start(OpenCollection(isMapping: false, place: event.start))
    case .mappingStart: return start(OpenCollection(isMapping: true, place: event.start))
    case .collectionEnd: return open.popLast().map { add($0.node) } ?? false
    case .alias:
      faults.append(YAMLFault("aliases (*name) are not read: write the value here again", at: event.start))
      return add(YAMLNode(.scalar("", isQuoted: true), at: event.start))
    case .documentEnd:
      if let more = text.content(from: event.end) {
        faults.append(YAMLFault("a second document begins here: a file holds one", at: more))
      }
      return false
    case .other: return true
    }
  }

  private mutating func start(_ collection: OpenCollection) -> Bool {
    open.append(collection)
    guard open.count <= mostDepth else {
      faults.append(
        YAMLFault("more than \(mostDepth) lists or mappings inside each other", at: collection.place))
      return false
    }
    return true
  }

  private mutating func add(_ node: YAMLNode) -> Bool {
    count += 1
    guard count <= mostNodes else {
      faults.append(YAMLFault("more than \(mostNodes) keys and values", at: node.place))
      return false
    }
    guard !open.isEmpty else {
      root = node.isEmpty ? YAMLNode(.mapping([]), at: node.place) : node
      return true
    }
    if let fault = open[open.count - 1].take(node) { faults.append(fault) }
    return true
  }
}

/// A list or mapping whose end has not come yet.
private struct OpenCollection {
  let isMapping: Bool
  let place: YAMLPlace
  private var elements: [YAMLNode] = []
  private var members: [YAMLMember] = []
  private var places: [String: YAMLPlace] = [:]
  private var key: (text: String, place: YAMLPlace)?

  init(isMapping: Bool, place: YAMLPlace) {
    self.isMapping = isMapping
    self.place = place
  }

  var node: YAMLNode { YAMLNode(isMapping ? .mapping(members) : .sequence(elements), at: place) }

  /// - Returns: what is wrong with a node that is a key; nil where nothing is.
  mutating func take(_ node: YAMLNode) -> YAMLFault? {
    guard isMapping else {
      elements.append(node)
      return nil
    }
    if let key {
      if places.updateValue(key.place, forKey: key.text) == nil {
        members.append(YAMLMember(key.text, at: key.place, node))
      }
      self.key = nil
      return nil
    }
    guard case .scalar(let text, let isQuoted) = node.content else {
      key = ("", node.place)
      return YAMLFault("a key is a text, not \(node.kind)", at: node.place)
    }
    key = (text, node.place)
    if text == "<<", !isQuoted {
      return YAMLFault("merge keys (<<) are not read: write the keys here", at: node.place)
    }
    return places[text].map { first in
      YAMLFault(
        "the key \(shortened(text)) stands twice, first in line \(first.line)", at: node.place)
    }
  }
}
