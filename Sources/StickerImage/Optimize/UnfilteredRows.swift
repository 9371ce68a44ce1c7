extension PNGLayout {
  /// The default image, and then every patch that is another.
  func pictures(of bytes: [UInt8], _ container: Container) -> [PNGPicture] {
    let first = PNGPicture(defaultImageOf: bytes, self)
    guard let animation = container.animation else { return [first] }
    let patches = animation.frames.enumerated().map { number, stored in
      PNGPicture(bytes, self, size: stored.patch.size, data: frameData[number], place: first.place)
    }
    return [first] + patches.dropFirst(animation.hidesDefaultImage ? 0 : 1)
  }
}

extension PNGPicture {
  /// The samples as they are stored, without filters and passes.
  ///
  /// - Throws: `Damage`, also for interlaced pixels of less than a byte, which nobody needs here.
  func unfilteredRows(of bytes: [UInt8]) throws(Damage) -> PNGRows {
    var lines = try inflateScanlines(self, stream(in: bytes))
    lines.removeLast()  // the byte more
    var start = 0
    for pass in header.passes {
      let stored = header.storedRowBytes(pass)
      let end = start + stored * pass.size.height
      let unknown = unsafe lines.withUnsafeMutableBufferPointer { lines in
        unsafe unfilter(
          UnsafeMutableBufferPointer(rebasing: lines[start..<end]), rowBytes: stored - 1,
          height: pass.size.height, step: max(1, header.pixelBits / 8))
      }
      if let unknown {
        throw unknownFilter(unknown.filter, row: pass.firstLine + unknown.row * pass.lineStep)
      }
      for row in stride(from: start, to: end, by: stored) { lines[row] = 0 }
      start = end
    }
    let step = max(1, header.pixelBits / 8)
    guard header.isInterlaced else {
      return PNGRows(bytes: lines, rowBytes: header.rowBytes, bytesPerPixel: step)
    }
    guard header.pixelBits >= 8 else {
      throw Damage("interlaced pixels of less than a byte are not taken apart", at: place)
    }
    return PNGRows(bytes: woven(lines, step), rowBytes: header.rowBytes, bytesPerPixel: step)
  }

  /// Pixels of all passes in their places.
  private func woven(_ lines: [UInt8], _ pixelBytes: Int) -> [UInt8] {
    let stride = 1 + header.rowBytes
    var plain = [UInt8](repeating: 0, count: stride * header.size.height)
    var from = 0
    for pass in header.passes {
      for row in 0..<pass.size.height {
        from += 1  // the filter byte
        let line = (pass.firstLine + row * pass.lineStep) * stride + 1
        for column in 0..<pass.size.width {
          let to = line + (pass.firstColumn + column * pass.columnStep) * pixelBytes
          for byte in 0..<pixelBytes { plain[to + byte] = lines[from + byte] }
          from += pixelBytes
        }
      }
    }
    return plain
  }
}
