extension Container {
  /// The most bytes that decoding holds at once, whatever a visitor keeps: the file, canvases, a stored
  /// picture on its way to the canvas, and what a codec needs. `Int.max` where that does not fit.
  ///
  /// - Parameter file: bytes of the whole file.
  public func decodingBytes(file: Int) -> Int { saturatingSum(file, pictureBytes(file: file)) }

  private func pictureBytes(file: Int) -> Int {
    let canvasBytes = saturatingProduct(canvas.area, 4)
    switch layout {
    case .unreadable: return 0
    case .png(let layout):
      // Patches lie inside the canvas: canvas, patch, what "previous" keeps; scanlines; the data in a piece
      // (that of a still in a copy of the file, where somebody else holds it), and for libpng in a chunk and
      // in a datastream of its own.
      let piece = animation == nil ? max(layout.longestData, file) : layout.longestData
      let data = saturatingProduct(piece, layout.header.needsLibPNG ? 3 : 1)
      let pictures = saturatingProduct(canvasBytes, animation == nil ? 2 : 3)
      return saturatingSum(pictures, saturatingSum(layout.header.scanlineBytes, data))
    case .gif(let layout):
      // A patch may be larger than the canvas: a byte for each color index, and its data in a piece.
      let patch = layout.frames.reduce(0) { max($0, $1.stored.patch.size.area) }
      let data = layout.frames.reduce(0) { max($0, $1.data.count) }
      return saturatingSum(saturatingProduct(canvasBytes, 2), saturatingSum(patch, data))
    case .jpeg(let planes): return saturatingSum(canvasBytes, planes.codecBytes(of: canvas))
    case .webp(let layout):
      // Canvas, the frame that is shown, a patch and as much again within libwebp; the tables of its codes,
      // which data of so many bytes can ask for; the datastream as a file of its own.
      let patch = layout.pictures.reduce(0) { max($0, $1.stored.patch.size.area) }
      let data = layout.pictures.reduce(0) { max($0, $1.dataBytes) }
      let groups = layout.pictures.reduce(1) { max($0, $1.codeGroupLimit) }
      let tables = min(groups, mostLosslessGroups) * codeTableBytes
      let pictures = saturatingSum(saturatingProduct(canvasBytes, 2), saturatingProduct(patch, 8))
      return saturatingSum(pictures, saturatingSum(tables, saturatingSum(data, 1 << 20)))
    }
  }
}

/// What libwebp keeps for each group of codes of a lossless picture.
///
/// - Source: libwebp, `vp8l_dec.c`: 2 953 entries of 4 bytes, and what is packed of them.
private let codeTableBytes = 12_800

extension PNGLayout {
  /// Bytes of the longest compressed picture, which is put together from its chunks.
  fileprivate var longestData: Int {
    ([idat] + frameData).reduce(0) { longest, pieces in max(longest, pieces.reduce(0) { $0 + $1.count }) }
  }
}

extension JPEGPlanes {
  /// The most bytes that libjpeg may hold: coefficients, and for each column some rows of samples of up to
  /// four components on their way through upsampling and color conversion.
  func codecBytes(of canvas: PixelSize) -> Int {
    saturatingSum(coefficientBytes, saturatingSum(1 << 20, saturatingProduct(canvas.width, 1024)))
  }
}
