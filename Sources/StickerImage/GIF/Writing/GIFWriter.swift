private import CImageCodecs

/// Writes the blocks of a GIF one after the other, through giflib.
@safe struct GIFWriter: ~Copyable {
  private let writer: OpaquePointer

  /// - Parameter table: the colors of all frames that have none of their own.
  /// - Parameter plays: 1...65 536, or 0 for endless; nil for a still, which says nothing of it.
  init(_ size: PixelSize, _ table: GIFTable, plays: Int?) throws(EncodingDefect) {
    guard size.area > 0, size.longerSide <= 0xFFFF else { throw EncodingDefect("\(size) does not fit a GIF") }
    guard 0...65_536 ~= plays ?? 0 else { throw EncodingDefect("\(plays ?? 0) plays do not fit a GIF") }
    // The block counts what follows the first play; who plays once has none.
    let loops = plays.map { $0 == 0 ? 0 : $0 == 1 ? -1 : $0 - 1 } ?? -1
    let opened = unsafe table.samples.withUnsafeBufferPointer { samples in
      unsafe sl_gif_writer_open(
        CInt(size.width), CInt(size.height), samples.baseAddress, CInt(table.colors.count), CInt(loops))
    }
    guard let opened = unsafe opened else { throw EncodingDefect("no memory for a GIF") }
    unsafe writer = opened
  }

  deinit { unsafe sl_gif_writer_close(writer) }

  /// - Parameter table: where it is another than that of the file, the frame gets it.
  mutating func append(
    _ patch: GIFPatch, _ table: GIFTable, isOwn: Bool, hundredths: Int
  ) throws(EncodingDefect) {
    var frame = sl_gif_frame(
      left: CInt(patch.rect.x), top: CInt(patch.rect.y), width: CInt(patch.rect.width),
      height: CInt(patch.rect.height), disposal: patch.disposal.stored, hundredths: CInt(hundredths),
      transparent: table.hole.map(CInt.init) ?? -1)
    let status = unsafe patch.numbers.withUnsafeBufferPointer { numbers in
      unsafe table.samples.withUnsafeBufferPointer { samples in
        unsafe sl_gif_write_frame(
          writer, &frame, numbers.baseAddress, numbers.count, samples.baseAddress,
          isOwn ? CInt(table.colors.count) : 0)
      }
    }
    guard status == SL_OK else { throw EncodingDefect("giflib does not take a frame of \(patch.rect)") }
  }

  /// The whole file.
  consuming func finished() throws(EncodingDefect) -> [UInt8] {
    guard unsafe sl_gif_writer_finish(writer) == SL_OK, let bytes = unsafe sl_gif_writer_bytes(writer) else {
      throw EncodingDefect("no memory for a GIF")
    }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: sl_gif_writer_count(writer)))
  }
}

extension StoredFrame.Disposal {
  /// - Source: GIF89a, 23: graphic control extension.
  fileprivate var stored: CInt {
    switch self {
    case .keep: 1
    case .background: 2
    case .previous: 3
    }
  }
}

/// The colors of a GIF's palette, and the number that shows what was there before.
struct GIFTable: Hashable, Sendable {
  /// At most 256: opaque ones, and one that stands for none.
  let colors: [Pixel]
  /// The number of the color that shows what was there; nil where all 256 are seen.
  let hole: UInt8?

  /// - Parameter palette: opaque colors, and transparent black where it is used.
  init(_ palette: [SIMD4<UInt8>]) {
    var colors = palette.map { color in
      let (red, green, blue) = (UInt32(color.x), UInt32(color.y), UInt32(color.z))
      return Pixel(red | green << 8 | blue << 16 | UInt32(color.w) << 24)
    }
    var hole = colors.firstIndex(of: .clear)
    if hole == nil, colors.count < 256 {
      hole = colors.count
      colors.append(.clear)
    }
    (self.colors, self.hole) = (colors, hole.map { UInt8($0) })
  }

  /// Three bytes a color, as a GIF stores them.
  var samples: [UInt8] { colors.flatMap { [$0.red, $0.green, $0.blue] } }

  /// The number of each pixel of a picture; `missing` of colors that are not in the table.
  func numbers(of bitmap: Bitmap) -> [UInt16] {
    let places = Dictionary(zip(colors, 0...), uniquingKeysWith: { first, _ in first })
    var (last, number) = (Pixel.clear, hole.map(UInt16.init) ?? Self.missing)
    return (0..<bitmap.size.area).map { at in
      let pixel = Pixel(bitmap.word(at))
      if pixel != last { (last, number) = (pixel, places[pixel].map { UInt16($0) } ?? Self.missing) }
      return number
    }
  }

  /// What stands for a color that the table does not have.
  static let missing = UInt16.max
}
