extension AsepriteSprite {
  /// Composites frames.
  ///
  /// - Parameter numbers: The indices of the frames in playing order.
  /// - Parameter plays: The number of plays (0 means infinite) if there is more than one frame.
  func image(ofFrameIndices numbers: [Int], plays: Int) throws(ImageError) -> ForeignImage {
    try checkLimits(compositedFrames: numbers.count)
    try checkDecodingWork(numbers)
    var composited: [Int: Frame] = [:]
    var all: [Frame] = []
    for number in numbers {
      let frame: Frame
      if let known = composited[number] {
        frame = known
      } else {
        frame = try self.compositedFrameInSquarePixels(at: number)
      }
      composited[number] = frame
      all.append(frame)
    }
    guard all.count > 1 else { return ForeignImage([Frame(all[0].bitmap)], profile: profile) }
    return ForeignImage(all, plays: plays, profile: profile)
  }

  /// Adds up the cost of compositing, and checks it against the limits, before any frame is composited.
  private func checkDecodingWork(_ numbers: [Int]) throws(ImageError) {
    // While a group is composited, the canvases of its parent groups stay in memory.
    let canvases = saturatingProduct(storedCanvasSize.area, compositesGroups ? deepestVisibleGroupNesting : 0)
    guard canvases <= maxNestedGroupCanvasPixels else {
      throw .exceeded(
        ExceededLimit(
          ResourceLimit.allFramesPixels.name, measured: canvases, limit: maxNestedGroupCanvasPixels,
          unit: ResourceLimit.allFramesPixels.unit))
    }
    let groups = compositesGroups ? visibleLayersByGroup.values.joined().count { layers[$0].isGroup } : 0
    var work = saturatingProduct(Set(numbers).count, saturatingProduct(layers.count, 64))
    for number in Set(numbers) {
      work = saturatingSum(work, saturatingProduct(storedCanvasSize.area, 4 * (groups + 1)))
      for (layer, cel) in frames[number].celsByLayer where layers[layer].isEffectivelyVisible {
        let pixels: Int
        if case .tilemap = cel.content, case .tilemap(let id) = layers[layer].kind, let tileset = tilesets[id]
        {
          pixels = saturatingSum(
            min(
              storedCanvasSize.area,
              saturatingProduct(cel.content.sizeInPixelsOrTiles.area, tileset.tileSize.area)),
            saturatingSum(cel.content.sizeInPixelsOrTiles.area, tileset.count * tileset.tileSize.area))
        } else {
          pixels = cel.content.sizeInPixelsOrTiles.area
        }
        // A blend mode costs several times as much as source-over compositing.
        work = saturatingSum(work, saturatingProduct(pixels, layers[layer].blend == .normal ? 8 : 48))
      }
    }
    if let exceeded = budget.exceededLimit(.decodingWork, by: work) { throw .exceeded(exceeded) }
  }

  private func compositedFrameInSquarePixels(at number: Int) throws(ImageError) -> Frame {
    var canvas = Bitmap(transparent: storedCanvasSize)
    try draw(layersIn: -1, of: number, on: &canvas)
    // The sprite may have non-square pixels.
    let shown = canvas.repeatingPixels(columns: pixelRatio.width, rows: pixelRatio.height)
    return Frame(shown, delay: frames[number].delay)
  }

  /// Draws the layers of a group, or of the sprite if `group` is -1.
  private func draw(layersIn group: Int, of number: Int, on canvas: inout Bitmap) throws(ImageError) {
    let content = frames[number]
    func height(_ index: Int) -> (Int, Int) {
      let zIndex = content.celsByLayer[index]?.zIndex ?? 0
      return (index + zIndex, zIndex)
    }
    for index in (visibleLayersByGroup[group] ?? []).sorted(by: { height($0) < height($1) }) {
      let layer = layers[index]
      if layer.isGroup {
        // If groups aren't composited, they only organize layers.
        guard compositesGroups else { continue }
        var part = Bitmap(transparent: storedCanvasSize)
        try draw(layersIn: index, of: number, on: &part)
        canvas.draw(part.pixels[...], storedCanvasSize, x: 0, y: 0, layer.blend, opacity: layer.opacity)
      } else if let cel = content.celsByLayer[index] {
        try draw(cel, layer, content.palette, on: &canvas, frame: number)
      }
    }
  }

  private func draw(
    _ cel: Cel, _ layer: Layer, _ palette: [SIMD4<UInt8>], on canvas: inout Bitmap, frame: Int
  ) throws(ImageError) {
    let opacity = Int(dividedBy255AndRounded(UInt32(cel.opacity * layer.opacity)))
    guard opacity > 0 else { return }
    let transparent = layer.isBackground ? nil : transparentIndex
    switch cel.content {
    case .image(let celSize, let range, let isDeflated):
      let data =
        isDeflated ? try inflated(range, expecting: celSize.area * bytesPerPixel, frame) : bytes[range]
      let colors = rgba(data, celSize.area, palette, transparent: transparent)
      canvas.draw(colors, celSize, x: cel.x, y: cel.y, layer.blend, opacity: opacity)
    case .tilemap(let tilemap, let range):
      guard case .tilemap(let id) = layer.kind, let tileset = tilesets[id] else {
        throw Self.damaged("the tiles of a layer are missing", range.lowerBound)
      }
      let part = try tilemapBitmapClippedToCanvas(tilemap, range, tileset, palette, transparent, cel, frame)
      canvas.draw(
        part.pixels[...], part.size, x: max(0, cel.x), y: max(0, cel.y), layer.blend, opacity: opacity)
    }
  }

  /// Draws the tiles of a cel that are on the canvas.
  private func tilemapBitmapClippedToCanvas(
    _ tilemap: Tilemap, _ range: Range<Int>, _ tileset: Tileset, _ palette: [SIMD4<UInt8>],
    _ transparent: Int?, _ cel: Cel, _ frame: Int
  ) throws(ImageError) -> Bitmap {
    let map = try inflated(range, expecting: tilemap.sizeInTiles.area * 4, frame)
    let (tile, area) = (tileset.tileSize, tileset.tileSize.area)
    let stored = try inflated(tileset.dataRange, expecting: tileset.count * area * bytesPerPixel, frame)
    let colors = rgba(stored, tileset.count * area, palette, transparent: transparent)
    let (left, top) = (max(0, cel.x), max(0, cel.y))
    let right = min(storedCanvasSize.width, cel.x + tilemap.sizeInTiles.width * tile.width)
    let bottom = min(storedCanvasSize.height, cel.y + tilemap.sizeInTiles.height * tile.height)
    guard left < right, top < bottom else { return Bitmap(transparent: PixelSize(0, 0)) }
    var part = Bitmap(transparent: PixelSize(right - left, bottom - top))
    for y in top..<bottom {
      for x in left..<right {
        let (column, row) = ((x - cel.x) / tile.width, (y - cel.y) / tile.height)
        let value = map.little32(at: map.startIndex + (row * tilemap.sizeInTiles.width + column) * 4)
        let number = value & tilemap.indexMask
        guard number != tileset.emptyTileIndex, number < tileset.count else { continue }
        var (tileX, tileY) = ((x - cel.x) % tile.width, (y - cel.y) % tile.height)
        if tilemap.flipXMask != 0, value & tilemap.flipXMask != 0 { tileX = tile.width - 1 - tileX }
        if tilemap.flipYMask != 0, value & tilemap.flipYMask != 0 { tileY = tile.height - 1 - tileY }
        if tilemap.swapXYMask != 0, value & tilemap.swapXYMask != 0 { (tileX, tileY) = (tileY, tileX) }
        guard tileX < tile.width, tileY < tile.height else { continue }
        let from = colors.startIndex + (number * area + tileY * tile.width + tileX) * 4
        let to = ((y - top) * part.width + x - left) * 4
        for channel in 0..<4 { part.pixels[to + channel] = colors[from + channel] }
      }
    }
    return part
  }

  private func inflated(
    _ range: Range<Int>, expecting count: Int, _ frame: Int
  ) throws(ImageError) -> ArraySlice<UInt8> {
    // One deflated byte inflates to at most 1032 bytes.
    guard count <= saturatingProduct(range.count, 1032) else {
      throw .damaged(
        "the pixels are missing", at: ByteLocation(partOffset: range.lowerBound, frameIndex: frame))
    }
    guard case (.exact, let data) = inflate(bytes[range], expecting: count) else {
      throw .damaged(
        "the pixels are damaged", at: ByteLocation(partOffset: range.lowerBound, frameIndex: frame))
    }
    return data[...]
  }

  /// The colors of stored pixels as straight RGBA.
  ///
  /// - Parameter transparent: The transparent palette index, or nil for a background layer.
  private func rgba(
    _ data: ArraySlice<UInt8>, _ count: Int, _ palette: [SIMD4<UInt8>], transparent: Int?
  ) -> ArraySlice<UInt8> {
    if bytesPerPixel == 4 { return data.prefix(count * 4) }
    var out = [UInt8](repeating: 0, count: count * 4)
    let start = data.startIndex
    for index in 0..<count {
      let color: SIMD4<UInt8>
      if bytesPerPixel == 2 {
        let value = data[start + index * 2]
        color = SIMD4(value, value, value, data[start + index * 2 + 1])
      } else {
        let entry = Int(data[start + index])
        color = entry == transparent || entry >= palette.count ? SIMD4(0, 0, 0, 0) : palette[entry]
      }
      for channel in 0..<4 { out[index * 4 + channel] = color[channel] }
    }
    return out[...]
  }
}

extension Bitmap {
  /// Draws a rectangle of straight RGBA pixels over the bitmap. Pixels outside the bitmap are ignored.
  ///
  /// - Parameter opacity: 0...255.
  fileprivate mutating func draw(
    _ colors: ArraySlice<UInt8>, _ size: PixelSize, x: Int, y: Int, _ mode: BlendMode, opacity: Int
  ) {
    let (left, right) = (max(0, x), min(width, x + size.width))
    let (top, bottom) = (max(0, y), min(height, y + size.height))
    guard left < right, top < bottom else { return }
    for row in top..<bottom {
      var from = colors.startIndex + ((row - y) * size.width + left - x) * 4
      var to = (row * width + left) * 4
      for _ in left..<right {
        let alpha = Int(colors[from + 3])
        if alpha == 255, opacity == 255, mode == .normal {
          for channel in 0..<4 { pixels[to + channel] = colors[from + channel] }
        } else if alpha > 0 {
          let color = SIMD4(colors[from], colors[from + 1], colors[from + 2], colors[from + 3])
          let below = SIMD4(pixels[to], pixels[to + 1], pixels[to + 2], pixels[to + 3])
          let mixed = mode.composite(color, opacity: opacity, over: below)
          for channel in 0..<4 { pixels[to + channel] = mixed[channel] }
        }
        from += 4
        to += 4
      }
    }
  }
}

/// The maximum number of pixels in the canvases of parent groups while a nested group is composited: 128 MB.
private let maxNestedGroupCanvasPixels = 32_000_000

extension AsepriteSprite.Layer {
  fileprivate var isGroup: Bool { if case .group = kind { true } else { false } }
}
