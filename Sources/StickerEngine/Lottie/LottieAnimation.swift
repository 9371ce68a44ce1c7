/// The parts of a Lottie animation that rules check.
///
/// - Source: Lottie Animation Community, Lottie specification 1.0: the animation object, layers, shapes and assets.
struct LottieAnimation: Sendable {
  /// The version of the exporter, `v`.
  let exporterVersion: String?
  /// Whether the animation has the marker `"tgs": 1`.
  let hasTGSMarker: Bool
  /// The width of the canvas in pixels.
  let width: Double?
  /// The height of the canvas in pixels.
  let height: Double?
  /// The number of frames per second.
  let frameRate: Double?
  /// The number of the first frame.
  let firstFrame: Double?
  /// The number of the frame at which the animation ends, which is not shown.
  let endFrame: Double?
  /// What is wrong with the structure, escaped for display.
  let firstEscapedFaults: [String]
  /// The layers that use each feature.
  let usesByFeature: [ProblematicLottieFeature: LayersUsingLottieFeature]

  init(_ root: JSONNode) {
    exporterVersion = root["v"]?.text
    hasTGSMarker = root["tgs"]?.number == 1
    width = root["w"]?.number
    height = root["h"]?.number
    frameRate = root["fr"]?.number
    firstFrame = root["ip"]?.number
    endFrame = root["op"]?.number
    var scan = LottieScan(root)
    scan.scanWholeAnimation()
    firstEscapedFaults = scan.firstEscapedFaults
    usesByFeature = scan.usesByFeature
  }

  /// The duration in milliseconds; nil if the frame rate is not positive or a number is missing.
  var durationMilliseconds: Double? {
    guard let frameRate, frameRate > 0, let firstFrame, let endFrame else { return nil }
    // Reports cannot represent infinity.
    return min((endFrame - firstFrame) / frameRate * 1000, .greatestFiniteMagnitude)
  }
}

/// A Lottie feature that some messengers do not draw, or draw differently.
enum ProblematicLottieFeature: String, CaseIterable, Sendable {
  case expression
  case mask
  case layerEffect = "layer effect"
  case image
  case solid
  case text
  case video = "video layer"
  case otherLayer = "layer of an unsupported type"
  case threeDimensions = "3D layer"
  case mergePaths = "merge paths"
  case star = "star shape"
  case gradientStroke = "gradient stroke"
  case repeater
  case timeStretch = "time stretch"
  case timeRemap = "time remap"
  case autoOrient = "auto-orient"
  case skew
  case matte

  /// The feature that a layer of this type (`ty`) uses; nil for precomps, null layers and shape layers, which
  /// are supported.
  init?(layerType: Double) {
    switch layerType {
    case 0, 3, 4: return nil
    case 1: self = .solid
    case 2: self = .image
    case 5: self = .text
    case 9: self = .video
    default: self = .otherLayer
    }
  }

  /// The feature that a shape of this type (`ty`) uses; nil for supported shapes.
  init?(shapeType: String) {
    switch shapeType {
    case "sr": self = .star
    case "mm": self = .mergePaths
    case "gs": self = .gradientStroke
    case "rp": self = .repeater
    default: return nil
    }
  }
}

/// The layers that use a feature.
struct LayersUsingLottieFeature: Hashable, Sendable {
  /// The names of the first layers, escaped for display: `"Arm"` or `layer 3`.
  var firstLayerDisplayNames: [String] = []
  var layerCount = 0

  /// The layers for a message: `"Arm", "Leg" and 3 more`.
  var layersText: String {
    listText(
      firstLayerDisplayNames
        + (layerCount > firstLayerDisplayNames.count
          ? ["\(numberText(layerCount - firstLayerDisplayNames.count)) more"] : []))
  }
}

/// Collects features and faults from all layers, including those in precomps that no layer uses.
private struct LottieScan {
  private(set) var firstEscapedFaults: [String] = []
  private(set) var usesByFeature: [ProblematicLottieFeature: LayersUsingLottieFeature] = [:]
  private let root: JSONNode
  /// The features of the current layer.
  private var currentLayerFeatures: Set<ProblematicLottieFeature> = []
  /// The ids of the precomps that the current list of layers refers to.
  private var currentPrecompReferences: [String] = []

  private static let maxListedLayers = 3
  private static let maxFaults = 3

  init(_ root: JSONNode) { self.root = root }

  mutating func scanWholeAnimation() {
    for key in ["w", "h", "fr", "ip", "op"] where root[key]?.number == nil {
      addFaultUpToLimit("the number \"\(key)\" is missing")
    }
    var precomps: [String: [String]] = [:]
    if root["ddd"]?.number ?? 0 != 0 { addUse(of: .threeDimensions, inLayer: "the composition") }
    if let layers = root["layers"]?.elements, !layers.isEmpty {
      scan(layers)
    } else {
      addFaultUpToLimit("there are no layers")
    }
    let rootReferences = currentPrecompReferences
    for (index, asset) in (root["assets"]?.elements ?? []).enumerated() {
      currentPrecompReferences = []
      let id = asset["id"]?.text ?? "\(index)"
      if let layers = asset["layers"]?.elements {
        scan(layers)
        precomps[id] = currentPrecompReferences
      } else if asset["p"]?.text != nil {
        addUse(of: .image, inLayer: "asset \(quotedShortDisplayName(id))")
      }
    }
    checkPrecompReferences(from: rootReferences, precomps)
  }

  private mutating func addFaultUpToLimit(_ fault: String) {
    if firstEscapedFaults.count < Self.maxFaults { firstEscapedFaults.append(fault) }
  }

  private mutating func addUse(of feature: ProblematicLottieFeature, inLayer layer: String) {
    var use = usesByFeature[feature] ?? LayersUsingLottieFeature()
    use.layerCount += 1
    if use.firstLayerDisplayNames.count < Self.maxListedLayers { use.firstLayerDisplayNames.append(layer) }
    usesByFeature[feature] = use
  }

  private mutating func scan(_ layers: [JSONNode]) {
    for (index, layer) in layers.enumerated() {
      guard let type = layer["ty"]?.number else {
        addFaultUpToLimit("layer \(numberText(index + 1)) has no type")
        continue
      }
      currentLayerFeatures = []
      if let feature = ProblematicLottieFeature(layerType: type) { currentLayerFeatures.insert(feature) }
      addLayerFeatures(of: layer)
      addNestedFeatures(of: layer)
      if type == 0, let id = layer["refId"]?.text { currentPrecompReferences.append(id) }
      guard !currentLayerFeatures.isEmpty else { continue }
      let name =
        layer["nm"]?.text.flatMap { $0.isEmpty ? nil : quotedShortDisplayName($0) }
        ?? "layer \(numberText(index + 1))"
      for feature in currentLayerFeatures { addUse(of: feature, inLayer: name) }
    }
  }

  private mutating func addLayerFeatures(of layer: JSONNode) {
    func isSet(_ key: String) -> Bool {
      switch layer[key]?.content {
      case .bool(let isTrue): isTrue
      case .array(let list): !list.isEmpty
      case .integer, .number: layer[key]?.number != 0
      case .object: true
      case .string, .null, nil: false
      }
    }
    let keys: [(String, ProblematicLottieFeature)] = [
      ("hasMask", .mask), ("masksProperties", .mask), ("ef", .layerEffect), ("ddd", .threeDimensions),
      ("ao", .autoOrient), ("tm", .timeRemap), ("tt", .matte),
    ]
    for (key, feature) in keys where isSet(key) { currentLayerFeatures.insert(feature) }
    if let stretch = layer["sr"]?.number, stretch != 1 { currentLayerFeatures.insert(.timeStretch) }
  }

  /// Adds the features of shapes, transforms and animated properties at any depth. The parser limits the depth.
  private mutating func addNestedFeatures(of node: JSONNode) {
    switch node.content {
    case .array(let elements):
      for element in elements { addNestedFeatures(of: element) }
    case .object(let members):
      var isProperty = false
      var hasExpression = false
      for member in members {
        switch (member.key, member.value.content) {
        case ("ty", .string(let type)):
          if let feature = ProblematicLottieFeature(shapeType: type) { currentLayerFeatures.insert(feature) }
        case ("k", _): isProperty = true
        case ("x", .string): hasExpression = true
        case ("sk", .object): if !isZero(member.value) { currentLayerFeatures.insert(.skew) }
        default: break
        }
        addNestedFeatures(of: member.value)
      }
      if isProperty, hasExpression { currentLayerFeatures.insert(.expression) }
    case .string, .integer, .number, .bool, .null: break
    }
  }

  /// Whether a property is always 0. A property without a value counts as 0.
  private func isZero(_ property: JSONNode) -> Bool { property["k"].map { $0.number == 0 } ?? true }

  /// Reports precomps that do not exist, and precomps that contain themselves.
  private mutating func checkPrecompReferences(from rootReferences: [String], _ precomps: [String: [String]])
  {
    let all = rootReferences + precomps.values.joined()
    if let missing = all.filter({ precomps[$0] == nil }).min() {
      addFaultUpToLimit("the precomp \(quotedShortDisplayName(missing)) does not exist")
    }
    // Repeatedly remove precomps that refer only to removed ones. The precomps that remain contain
    // themselves, or refer to one that does.
    var (openCounts, users) = ([String: Int](), [String: [String]]())
    for (id, references) in precomps {
      let known = references.filter { precomps[$0] != nil }
      openCounts[id] = known.count
      for reference in known { users[reference, default: []].append(id) }
    }
    var ready = openCounts.filter { $0.value == 0 }.map(\.key)
    while let id = ready.popLast() {
      openCounts[id] = nil
      for user in users[id] ?? [] {
        openCounts[user, default: 0] -= 1
        if openCounts[user] == 0 { ready.append(user) }
      }
    }
    if let loop = openCounts.keys.min() {
      addFaultUpToLimit("the precomp \(quotedShortDisplayName(loop)) contains itself")
    }
  }
}

/// Returns a name from a file: in quotes, escaped, and cut to at most 40 characters.
private func quotedShortDisplayName(_ name: String) -> String {
  let most = 40
  // Cut by bytes first, because one character may consist of a million scalars.
  let start = String(decoding: name.utf8.prefix(most * 4), as: UTF8.self)
  let shown = String(start.prefix(most))
  return "\"\(UntrustedText(shown).displayText)\(shown.utf8.count < name.utf8.count ? "…" : "")\""
}
