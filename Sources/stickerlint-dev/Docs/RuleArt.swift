import StickerEngine
import StickerImage

/// The images on a rule's page: stickers of the sample pack, with and without the defect that the rule
/// reports.
struct RuleArt: Sendable {
  /// How the frames of an animation are shown.
  enum AnimationDisplay: Sendable {
    /// As an animated PNG.
    case playing
    /// The first frames, side by side.
    case firstFrames
  }

  /// Images with a caption.
  struct CaptionedImages: Sendable {
    /// What the images show.
    let caption: String
    /// Draws the files.
    let draw: @Sendable () -> [ExampleFile]
  }

  /// Images that pass.
  let passing: CaptionedImages
  /// Images that are reported.
  let reported: CaptionedImages
  /// How animations are shown.
  var animationDisplay = AnimationDisplay.playing
  /// A sentence about how the images are drawn, or nil.
  var noteOverride: String?

  /// Returns the images for a rule's page; nil if the page does not have drawn images.
  static func drawnArt(for rule: Rule) -> RuleArt? { drawnArtByRuleID[rule.id] }

  private static let drawnArtByRuleID = dimensionRuleArt.merging(marginRuleArt) { $1 }.merging(
    transparencyRuleArt
  ) {
    $1
  }
  .merging(animationRuleArt) { $1 }
  .merging(packRuleArt) { $1 }
}

extension RuleArt {
  /// Uses two of the rule's own examples, for art that is not drawn here. Returns nil if images cannot
  /// explain the rule.
  init?(examplesOf rule: Rule, _ passing: Example, _ reported: Example) {
    guard rule.exampleView != nil else { return nil }
    self.init(
      passing: CaptionedImages(passing.name) { passing.files },
      reported: CaptionedImages(reported.name) { reported.files },
      animationDisplay: .firstFrames)
  }
}

extension RuleArt.CaptionedImages {
  fileprivate init(_ caption: String, _ draw: @escaping @Sendable () -> [ExampleFile]) {
    self.caption = caption
    self.draw = draw
  }

  /// One still.
  fileprivate static func still(_ caption: String, _ bitmap: @escaping @Sendable () -> Bitmap) -> Self {
    Self(caption) { [file("sticker.png", bitmap())] }
  }

  /// The stills of a pack, with their names.
  fileprivate static func pack(
    _ caption: String, _ stickers: @escaping @Sendable () -> [(name: String, bitmap: Bitmap)]
  ) -> Self {
    Self(caption) { stickers().map { file("\($0.name).png", $0.bitmap) } }
  }

  /// One animation.
  ///
  /// - Parameter plays: how many times it plays; 0 for endlessly.
  fileprivate static func animation(
    _ caption: String, plays: Int = 0, _ frames: @escaping @Sendable () -> [Frame]
  ) -> Self {
    Self(caption) { [ExampleFile("sticker.png") { .bytes(try frames().encodedAPNG(plays: plays)) }] }
  }

  private static func file(_ name: String, _ bitmap: Bitmap) -> ExampleFile {
    ExampleFile(name) { .bytes(try bitmap.encodedPNG()) }
  }
}

// MARK: Sizes

extension RuleArt {
  private static let dimensionRuleArt = [
    "pixel-dimensions": RuleArt(
      passing: .still("408 × 408 px") { still(.cactus) },
      reported: .still("240 × 240 px") { still(.cactus, side: 240) }),
    "not-square": RuleArt(
      passing: .still("408 × 408 px") { still(.ghost) },
      reported: .still("618 × 408 px: smaller than its neighbors in the grid") {
        still(.ghost).moved(right: 105, onCanvas: PixelSize(618, 408))
      }),
    "grid-size": RuleArt(
      passing: .still("408 × 408 px in the regular grid") { still(.rocket) },
      reported: .still("618 × 618 px in the small grid") { still(.rocket, side: 618) }),
    "icon-image": RuleArt(
      passing: .pack("opaque, 1024 × 1024 px") {
        [("icon", still(.rocket, side: 1024).over(rgb: [186, 224, 255]))]
      },
      reported: .pack("a sticker: transparent, 408 × 408 px") { [("icon", still(.rocket))] }),
  ]
}

// MARK: Margins

extension RuleArt {
  private static let marginRuleArt = [
    "narrow-margin": RuleArt(
      passing: .still("a margin of 40 px") { still(.donut, DrawingVariation(scale: 0.8)) },
      reported: .still("a margin of less than 20 px") { still(.donut) }),
    "touches-edge": RuleArt(
      passing: .still("the whole rocket is visible") { still(.rocket) },
      reported: .still("cut off at the right edge") { still(.rocket).moved(right: 110) }),
    "placement": RuleArt(
      passing: .pack("large and in the center") { [("coffee", still(.coffee)), ("donut", still(.donut))] },
      reported: .pack("one sticker 60 px too far right, and one smaller than half of its canvas") {
        [
          ("coffee", still(.coffee, DrawingVariation(scale: 0.6)).moved(right: 60)),
          ("donut", still(.donut, DrawingVariation(scale: 0.42))),
        ]
      }),
  ]
}

// MARK: Transparency

extension RuleArt {
  private static let transparencyRuleArt = [
    "opaque-background": RuleArt(
      passing: .still("a transparent background") { still(.avocado) },
      reported: .still("a white background") { still(.avocado).over(rgb: [255, 255, 255]) }),
    "stray-pixels": RuleArt(
      passing: .still("nothing but the art") { still(.cactus) },
      reported: .still("a speck near a corner, and a faint arc left over from an erased line") {
        still(.cactus).withSpeck(topLeft: (372, 30)).withTranslucentArc()
      }),
    "pinholes": RuleArt(
      passing: .still("no holes") { still(.ghost) },
      reported: .still("three holes in the body") {
        still(.ghost).cleared(PixelRect(x: 150, y: 240, width: 3, height: 3))
          .cleared(PixelRect(x: 250, y: 262, width: 3, height: 3))
          .cleared(PixelRect(x: 204, y: 285, width: 3, height: 3))
      }),
    "invisible-sticker": RuleArt(
      passing: .still("visible") { still(.ghost) },
      reported: .still("all pixels are almost transparent") {
        still(.ghost).mappingVisiblePixels { $0.withAlpha(2) }
      }),
    "low-contrast": RuleArt(
      passing: .still("a white border around dark art") { still(.darkCloud) },
      reported: .still("dark art without a border") { withoutBorderAndShadow(.darkCloud) }),
    "binary-alpha": RuleArt(
      passing: .still("antialiased edges") { withoutBorderAndShadow(.donut) },
      reported: .still("every pixel is either solid or transparent") {
        withoutBorderAndShadow(.donut).mappingVisiblePixels { $0.alpha < 128 ? .clear : $0.withAlpha(255) }
      }),
    "rim": RuleArt(
      passing: .still("edge pixels have the color of the art") { withoutBorderAndShadow(.donut) },
      reported: .still("cut out of a white background with a magic wand") {
        withoutBorderAndShadow(.donut).mappingVisiblePixels {
          $0.alpha < 40 ? .clear : $0.over(opaque: white)
        }
      }),
    "compression-blocks": RuleArt(
      passing: .still("exported from the original") { withoutBorderAndShadow(.avocado) },
      reported: .still("cut out of a JPEG") { withoutBorderAndShadow(.avocado).withJPEGColors() }),
  ]
}

// MARK: Animations

extension RuleArt {
  private static let animationRuleArt = [
    "blank-first-frame": RuleArt(
      passing: .animation("the first frame shows the star") { frames(of: .blinkingStar) },
      reported: .animation("the first frame is blank") {
        [
          Frame(
            Bitmap(transparent: PixelSize(sampleStickerSidePixels, sampleStickerSidePixels)),
            delay: ExactSeconds(1, 15))
        ]
          + frames(of: .blinkingStar)
      }, animationDisplay: .firstFrames),
    "flashing": RuleArt(
      passing: .animation("dark and bright for 300 ms each") { alternatingBrightDarkFrames(each: 300) },
      reported: .animation("dark and bright for 50 ms each") { alternatingBrightDarkFrames(each: 50) },
      animationDisplay: .firstFrames,
      noteOverride: "The frames are shown side by side, because flashing images can trigger seizures."),
    "strobe": RuleArt(
      passing: .animation("each color for 300 ms") { alternatingColorFrames(each: 300) },
      reported: .animation("each color for 50 ms") { alternatingColorFrames(each: 50) },
      animationDisplay: .firstFrames,
      noteOverride: "The frames are shown side by side, because rapid color changes are hard to look at."),
    "finite-loop": RuleArt(
      passing: .animation("waves forever") { frames(of: .wavingCat) },
      reported: .animation("waves once and stops", plays: 1) { frames(of: .wavingCat) }),
    "frame-delay": RuleArt(
      passing: .animation("67 ms per frame") { frames(of: .wavingCat) },
      reported: .animation("0 ms per frame, which viewers stretch to 100 ms") {
        frames(of: .wavingCat).map { Frame($0.bitmap, delay: ExactSeconds(0, 1000)) }
      }),
    "loop-jump": RuleArt(
      passing: .animation("the rocket rises and comes back down") {
        rocketFlightFrames(
          verticalOffsets: rocketVerticalOffsets + rocketVerticalOffsets.dropFirst().dropLast().reversed())
      },
      reported: .animation("the rocket rises and jumps back down") {
        rocketFlightFrames(verticalOffsets: rocketVerticalOffsets)
      }),
    "low-frame-rate": RuleArt(
      passing: .animation("15 frames per second") { frames(of: .wavingCat) },
      reported: .animation("5 frames per second") {
        stride(from: 0, to: 12, by: 3).map {
          Frame(frames(of: .wavingCat)[$0].bitmap, delay: ExactSeconds(1, 5))
        }
      }),
  ]

  private static let rocketVerticalOffsets = Array(stride(from: 40, through: -40, by: -5))

  private static func rocketFlightFrames(verticalOffsets heights: [Int]) -> [Frame] {
    let rocket = still(.rocket, DrawingVariation(scale: 0.75))
    return heights.map { Frame(rocket.moved(down: $0), delay: ExactSeconds(1, 15)) }
  }

  private static func alternatingBrightDarkFrames(each milliseconds: Int) -> [Frame] {
    let day = still(.donut)
    let night = day.mappingVisiblePixels { Pixel($0.red / 6, $0.green / 6, $0.blue / 6, alpha: $0.alpha) }
    return [day, night, day, night].map { Frame($0, delay: ExactSeconds(milliseconds, 1000)) }
  }

  private static func alternatingColorFrames(each milliseconds: Int) -> [Frame] {
    let pink = still(.donut)
    let green = pink.mappingVisiblePixels { Pixel($0.blue, $0.red, $0.green, alpha: $0.alpha) }
    return [pink, green, pink, green].map { Frame($0, delay: ExactSeconds(milliseconds, 1000)) }
  }
}

// MARK: Packs

extension RuleArt {
  private static let packRuleArt = [
    "duplicate-sticker": RuleArt(
      passing: .pack("different stickers") { [("donut", still(.donut)), ("coffee", still(.coffee))] },
      reported: .pack("the same image under two names") {
        [("donut", still(.donut)), ("donut copy", still(.donut))]
      }),
    "near-duplicate-sticker": RuleArt(
      passing: .pack("different stickers") { [("avocado", still(.avocado)), ("cactus", still(.cactus))] },
      reported: .pack("the second one is slightly smaller") {
        [("avocado", still(.avocado)), ("avocado final", still(.avocado, DrawingVariation(scale: 0.997)))]
      }),
    "mixed-sizes": RuleArt(
      passing: .pack("one size: 408 × 408 px") {
        [("coffee", still(.coffee)), ("donut", still(.donut)), ("ghost", still(.ghost))]
      },
      reported: .pack("one sticker that measures 300 × 300 px") {
        [("coffee", still(.coffee)), ("donut", still(.donut)), ("ghost", still(.ghost, side: 300))]
      }),
  ]
}

// MARK: Drawing

private func still(
  _ artwork: Artwork, side: Int = sampleStickerSidePixels, _ placement: DrawingVariation = .unchanged
)
  -> Bitmap
{
  artwork.frames(side: side, placement)[0].bitmap
}

private func frames(of artwork: Artwork) -> [Frame] { artwork.frames(side: sampleStickerSidePixels) }

/// Draws a sticker without its white border and its shadow.
private func withoutBorderAndShadow(_ artwork: Artwork) -> Bitmap {
  artwork.drawAtPhase(0).bitmap(on: DrawingCanvas(side: sampleStickerSidePixels), .unchanged)
}

extension Artwork {
  /// A dark cloud.
  fileprivate static let darkCloud = Artwork(still: "night") {
    var drawing = StickerDrawing()
    let dark = Paint.hex(0x1A1522)
    let cloud = [Shape.circle(Point(70, 112), 34), .circle(Point(112, 88), 44), .circle(Point(142, 116), 30)]
    drawing.addBorderedPartsSharingOutline(cloud.map { ($0, dark) }, outline: dark)
    drawing.addBorderedPart(.capsule(Point(70, 132), Point(142, 132), 15), dark, outline: dark)
    return drawing
  }
}

/// A pixel in straight (not premultiplied) RGBA.
private struct Pixel {
  var red, green, blue, alpha: UInt8

  static let clear = Pixel(0, 0, 0, alpha: 0)

  init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Returns the color with a different alpha.
  func withAlpha(_ alpha: UInt8) -> Pixel { Pixel(red, green, blue, alpha: alpha) }

  /// Returns the opaque color that results from compositing this one over an opaque background.
  func over(opaque background: Pixel) -> Pixel {
    func mixed(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
      let sum = Int(top) * Int(alpha) + Int(bottom) * (255 - Int(alpha))
      return UInt8((sum + 127) / 255)
    }
    return Pixel(
      mixed(red, background.red), mixed(green, background.green), mixed(blue, background.blue), alpha: 255)
  }
}

private let white = Pixel(255, 255, 255, alpha: 255)

extension Bitmap {
  /// Returns the image with every visible pixel changed.
  fileprivate func mappingVisiblePixels(_ change: (Pixel) -> Pixel) -> Bitmap {
    var out = self
    for at in stride(from: 0, to: pixels.count, by: 4) where pixels[at + 3] > 0 {
      let pixel = change(Pixel(pixels[at], pixels[at + 1], pixels[at + 2], alpha: pixels[at + 3]))
      out.pixels.replaceSubrange(at..<at + 4, with: [pixel.red, pixel.green, pixel.blue, pixel.alpha])
    }
    return out
  }

  /// Returns the image, moved on its own canvas or onto a different one. Anything outside the canvas is cut
  /// off.
  fileprivate func moved(right: Int = 0, down: Int = 0, onCanvas canvas: PixelSize? = nil) -> Bitmap {
    var out = Bitmap(transparent: canvas ?? size)
    for y in max(0, down)..<min(out.height, height + down) {
      for x in max(0, right)..<min(out.width, width + right) {
        let (from, to) = (((y - down) * width + x - right) * 4, (y * out.width + x) * 4)
        out.pixels.replaceSubrange(to..<to + 4, with: pixels[from..<from + 4])
      }
    }
    return out
  }

  /// Returns the image with a transparent rectangle.
  fileprivate func cleared(_ rect: PixelRect) -> Bitmap { filled(rect, .clear) }

  /// Returns the image with a dark speck of 3 × 3 px.
  fileprivate func withSpeck(topLeft corner: (x: Int, y: Int)) -> Bitmap {
    filled(PixelRect(x: corner.x, y: corner.y, width: 3, height: 3), Pixel(59, 42, 82, alpha: 255))
  }

  /// Returns the image with a thin arc, 40% opaque, in its top-left corner.
  fileprivate func withTranslucentArc() -> Bitmap {
    (0..<70).reduce(self) { bitmap, step in
      let along = Double(step) / 69
      let place = PixelRect(x: 14 + step, y: 58 - Int(140 * along * (1 - along)), width: 1, height: 2)
      return bitmap.filled(place, Pixel(59, 42, 82, alpha: 102))
    }
  }

  private func filled(_ rect: PixelRect, _ color: Pixel) -> Bitmap {
    var out = self
    for y in rect.y..<rect.y + rect.height {
      for x in rect.x..<rect.x + rect.width {
        let at = (y * width + x) * 4
        out.pixels.replaceSubrange(at..<at + 4, with: [color.red, color.green, color.blue, color.alpha])
      }
    }
    return out
  }

  /// Returns the image with the colors that it would have as a JPEG on white. The transparency is unchanged.
  fileprivate func withJPEGColors() -> Bitmap {
    guard let jpeg = try? over(rgb: [255, 255, 255]).encodedJPEG(quality: 40),
      let image = try? Image(decoding: jpeg)
    else {
      return self
    }
    var out = image.frames[0].bitmap
    for at in stride(from: 3, to: pixels.count, by: 4) { out.pixels[at] = pixels[at] }
    return out
  }
}
