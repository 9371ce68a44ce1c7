public import StickerImage

/// Stickers with an excessive file size, drawn from a seed, for measuring `FileSizeReducer`.
///
/// Uses only integers and floating-point operations with exactly specified results, such as sums, products
/// and square roots, so the pixels are the same on every machine.
public struct OversizedArt: Hashable, Sendable, CustomStringConvertible {
  /// The kind of art.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A cut-out photograph with lighting, texture, grain and a soft edge.
    case cutOut = "cut-out"
    /// A coarse, colorful texture.
    case texture
    /// Balls of smooth color with soft shadows.
    case softShadow = "soft-shadow"
    /// Fine lines on grainy paper.
    case lineArt = "line-art"
    /// Semitransparent sparks that overlap, without an opaque pixel.
    case glow
  }

  /// The kind of art.
  public let kind: Kind
  /// The seed, which tells stickers of the same kind apart.
  public let seed: UInt32
  /// The strength of the grain, from 0 (no grain) to 1 (typical of a photograph) or more.
  public let grain: Float

  /// Creates a sticker. Each seed gives a different sticker.
  public init(_ kind: Kind, seed: UInt32, grain: Float = 1) {
    self.kind = kind
    self.seed = seed
    self.grain = grain
  }

  /// The kind and the seed, such as `cut-out-3`.
  public var description: String { "\(kind.rawValue)-\(seed)" }

  /// `count` stickers of each kind.
  public static func all(_ count: UInt32, grain: Float = 1) -> [OversizedArt] {
    Kind.allCases.flatMap { kind in (1...count).map { OversizedArt(kind, seed: $0, grain: grain) } }
  }

  /// Draws the sticker at one moment.
  ///
  /// - Parameter side: the width and height in pixels.
  /// - Parameter time: the position in the loop, 0...1. The sticker looks the same at both ends.
  public func bitmap(side: Int, time: Float = 0) -> Bitmap {
    let scene = OversizedScene(self, side: side, time: time)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(side * side * 4)
    for y in 0..<side {
      for x in 0..<side {
        let color = scene.color(x, y)
        for lane in 0..<4 { pixels.append(UInt8(min(max(color[lane], 0), 255).rounded())) }
      }
    }
    return Bitmap(PixelSize(side, side), pixels: pixels)
  }

  /// The frames of an animation that loops.
  public func frames(_ count: Int, side: Int, delay: ExactSeconds) -> [Frame] {
    (0..<count).map { Frame(bitmap(side: side, time: Float($0) / Float(count)), delay: delay) }
  }
}

/// A sticker at one moment.
private struct OversizedScene {
  private let art: OversizedArt
  private let noise: Noise
  private let side: Float
  private let horizontalShift: Float
  private let coordinateScale: Float
  private let balls: [Ball]

  init(_ art: OversizedArt, side: Int, time: Float) {
    self.art = art
    noise = Noise(seed: art.seed &* 977 &+ UInt32(art.kind.rawValue.utf8.count) &* 31)
    self.side = Float(side)
    // Smooth, and 0 at both ends of the loop.
    horizontalShift = 2.6 * time * (1 - time) * (1 - 2 * time)
    coordinateScale = 1 + 1.2 * time * time * (1 - time) * (1 - time)
    balls = (0..<(art.kind == .glow ? 36 : 14)).map { [noise] in Ball($0, noise) }
  }

  /// Straight red, green, blue and alpha, 0...255. Values may slightly exceed this range.
  func color(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let place = SIMD2((Float(x) + 0.5) / side * 2 - 1, (Float(y) + 0.5) / side * 2 - 1)
    let at = place * coordinateScale - SIMD2(horizontalShift, 0)
    let grain =
      noise.grain(Int32((at.x * side / 2).rounded()), Int32((at.y * side / 2).rounded())) * art.grain
    switch art.kind {
    case .cutOut: return cutOut(at, grain)
    case .texture: return texture(at, grain)
    case .softShadow: return softShadow(at, grain)
    case .lineArt: return lineArt(at, grain)
    case .glow: return glow(at, grain)
    }
  }

  /// The fraction of a pixel inside an irregular disc, 0...1.
  private func discCoverage(_ at: SIMD2<Float>, softness: Float) -> Float {
    let distance = (at * at).sum().squareRoot()
    let direction = distance > 0 ? at / distance : at
    let radius = 0.9 + 0.09 * noise.smoothNoise(direction * 1.6, 9)
    return min(max((radius - distance) * side / (2 * softness), 0), 1)
  }

  private func cutOut(_ at: SIMD2<Float>, _ grain: SIMD4<Float>) -> SIMD4<Float> {
    let alpha = discCoverage(at, softness: 3)
    guard alpha > 0 else { return .zero }
    var color = SIMD4<Float>(repeating: 128 - 30 * at.y)
    for lane in 0..<3 { color[lane] += 95 * noise.fractalNoise(at * 2.2, UInt32(lane), 7) }
    color += grain * 13
    color.w = alpha * 255
    return color
  }

  private func texture(_ at: SIMD2<Float>, _ grain: SIMD4<Float>) -> SIMD4<Float> {
    let alpha = discCoverage(at, softness: 1)
    guard alpha > 0 else { return .zero }
    var color = SIMD4<Float>(repeating: 128)
    let fine = side / 9
    for lane in 0..<3 { color[lane] += 70 * noise.smoothNoise(at * fine, UInt32(lane)) }
    color += 30 * noise.smoothNoise(at * 5, 7) + grain * 16
    color.w = alpha * 255
    return color
  }

  private func softShadow(_ at: SIMD2<Float>, _ grain: SIMD4<Float>) -> SIMD4<Float> {
    var color = SIMD4<Float>.zero  // premultiplied
    for ball in balls {
      let below = at - ball.center - SIMD2(0.04, 0.07)
      let shadow = 0.55 * min(max(1.35 - (below * below).sum().squareRoot() / ball.radius, 0), 1)
      color *= 1 - shadow
      color.w += 255 * shadow
      let apart = at - ball.center
      let distance = (apart * apart).sum().squareRoot()
      let cover = min(max((ball.radius - distance) * side / 2, 0), 1)
      guard cover > 0 else { continue }
      let lit = apart + SIMD2<Float>(0.3, 0.35) * ball.radius
      let light = 1.25 - 0.75 * (lit * lit).sum() / (ball.radius * ball.radius)
      var own = ball.color * light + 14 * noise.fractalNoise(apart * 9, 3, 4)
      own.w = 255
      color += (own - color) * cover
    }
    return unpremultiplied(color, grain * 5)
  }

  private func lineArt(_ at: SIMD2<Float>, _ grain: SIMD4<Float>) -> SIMD4<Float> {
    let alpha = discCoverage(at, softness: 2)
    guard alpha > 0 else { return .zero }
    let height = noise.fractalNoise(at * 1.5, 4, 4) * 22
    let apart = (height - height.rounded()).magnitude
    let ink = min(max(1.5 - apart * 5, 0), 1)
    let hatch = (at.x + at.y) * side / 14
    let shade = min(max(1.2 - (hatch - hatch.rounded()).magnitude * 4, 0), 1)
    var color = SIMD4<Float>(236, 226, 205, 0) + grain * 11 + 12 * noise.smoothNoise(at * 14, 5)
    let tint = balls[Int(height.rounded().magnitude) % balls.count].color
    color += (tint - color) * (0.55 * shade * (noise.smoothNoise(at * 3, 6) > 0 ? 1 : 0))
    color += (SIMD4(28, 24, 40, 0) - color) * ink
    color.w = alpha * 255
    return color
  }

  private func glow(_ at: SIMD2<Float>, _ grain: SIMD4<Float>) -> SIMD4<Float> {
    var color = SIMD4<Float>.zero
    for ball in balls {
      let apart = (at - ball.center) / ball.radius
      let fall = 1 / (1 + 7 * (apart * apart).sum())
      var own = ball.color
      own.w = 255
      color += own * (fall * fall)
    }
    let edge = discCoverage(at, softness: side / 12)
    let most = max(color.w, 245)
    let smoke = 0.8 + 0.2 * noise.fractalNoise(at * 3, 8, 6)
    return unpremultiplied(color * (245 / most * edge * smoke), grain * 10)
  }

  private func unpremultiplied(_ color: SIMD4<Float>, _ grain: SIMD4<Float>) -> SIMD4<Float> {
    guard color.w >= 1 else { return .zero }
    var result = color * (255 / color.w) + grain
    result.w = color.w >= 254.5 ? 255 : color.w
    return result
  }
}

private struct Ball {
  let center: SIMD2<Float>
  let radius: Float
  let color: SIMD4<Float>

  init(_ number: Int, _ noise: Noise) {
    let (first, second) = (noise.grain(Int32(number), 90_001), noise.grain(Int32(number), 90_002))
    center = SIMD2(first.x, first.y) * 0.6
    radius = 0.26 + 0.1 * first.z
    color = SIMD4(140, 130, 135, 0) + SIMD4(second.x, second.y, second.z, 0) * 110
  }
}

/// Pseudorandom numbers that depend on a position and a seed.
private struct Noise {
  let seed: UInt32

  /// Independent values from -1 to 1 for red, green and blue. The fourth is 0.
  func grain(_ x: Int32, _ y: Int32) -> SIMD4<Float> {
    let word = hash(x, y, 77)
    func lane(_ shift: UInt32) -> Float { Float((word >> shift) & 1023) / 511.5 - 1 }
    return SIMD4(lane(0), lane(10), lane(20), 0)
  }

  /// Smooth noise from -1 to 1, with about one peak per unit of length.
  func smoothNoise(_ at: SIMD2<Float>, _ plane: UInt32) -> Float {
    let low = at.rounded(.down)
    let part = at - low
    let ease = part * part * (3 - 2 * part)
    let (x, y) = (Int32(low.x), Int32(low.y))
    func corner(_ dx: Int32, _ dy: Int32) -> Float {
      Float(hash(x &+ dx, y &+ dy, plane) >> 8) / 8_388_607.5 - 1
    }
    let top = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * ease.x
    let bottom = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * ease.x
    return top + (bottom - top) * ease.y
  }

  /// Sums `smooth` at several frequencies. Each frequency is twice the one before and has a little more than
  /// half its amplitude. The result is about -1...1.
  func fractalNoise(_ at: SIMD2<Float>, _ plane: UInt32, _ count: Int) -> Float {
    var (sum, strength, place) = (Float(0), Float(0.6), at)
    for octave in 0..<count {
      sum += strength * smoothNoise(place, plane &+ 101 &* UInt32(octave))
      strength *= 0.58
      place *= 2
    }
    return sum
  }

  private func hash(_ x: Int32, _ y: Int32, _ plane: UInt32) -> UInt32 {
    var word = UInt32(bitPattern: x) &* 0x9E37_79B1 ^ UInt32(bitPattern: y) &* 0x85EB_CA77
    word ^= (plane &+ seed &* 131) &* 0xC2B2_AE3D
    word = (word ^ (word >> 15)) &* 0x2C1B_3C6D
    word = (word ^ (word >> 12)) &* 0x297A_2D39
    return word ^ (word >> 15)
  }
}
