extension PNGContainerReader {
  /// Reads an ancillary chunk with metadata: profile, orientation or text. Ignores invalid chunks, as every
  /// decoder does, because they don't affect pixels.
  mutating func readAncillaryChunk(_ chunk: PNGChunk) {
    switch chunk.type {
    case "iCCP": readProfile(chunk)
    case "eXIf":
      container.orientation = readOrientation(bytes[chunk.dataRange])
      container.addPrivateFields(privateFields(ofEXIF: bytes[chunk.dataRange]))
    case "tEXt", "zTXt", "iTXt": readTextChunk(chunk)
    default: readColorOrDensityChunk(chunk)
    }
  }

  private mutating func readProfile(_ chunk: PNGChunk) {
    guard let (name, rest) = keywordAndData(chunk), rest.first == 0 else { return }
    container.profileName = name
    container.profile = inflateWithinBudget(rest.dropFirst())
  }

  /// Inflates a chunk's data. Returns nil if the data is damaged, or if it exceeds a limit by itself or
  /// together with other such chunks.
  private mutating func inflateWithinBudget(_ data: ArraySlice<UInt8>) -> [UInt8]? {
    let left = max(0, budget.decodingWork - container.decodingWork.totalUnits)
    guard !container.exceededLimits.contains(where: { $0.name == ResourceLimit.decodingWork.name }) else {
      return nil
    }
    let (inflated, room) = inflate(data, limit: min(budget.inflatedChunkBytes, left))
    container.decodingWork.add(inflatedBytes: room)
    container.addExceededLimits([budget.exceededLimit(.inflatedChunkBytes, by: room)].compactMap(\.self))
    container.checkDecodingWork(budget)
    return inflated
  }

  private mutating func readTextChunk(_ chunk: PNGChunk) {
    guard let (key, rest) = keywordAndData(chunk) else {
      // libpng and Pillow treat a tEXt chunk without a zero byte as a keyword.
      if chunk.type == "tEXt", 1...79 ~= chunk.dataRange.count, !bytes[chunk.dataRange].contains(0) {
        container.textKeywords.append(String(latin1: bytes[chunk.dataRange]))
      }
      return
    }
    container.textKeywords.append(key)
    switch chunk.type {
    case "zTXt": inflateAndReadTextMetadata(key, compressed: rest.dropFirst(), chunk)
    case "iTXt" where rest.first == 1:
      inflateAndReadTextMetadata(key, compressed: textAfterTranslatedKeyword(rest.dropFirst(2)), chunk)
    case "iTXt": readTextMetadata(key, textAfterTranslatedKeyword(rest.dropFirst(2)), chunk)
    default: readTextMetadata(key, rest, chunk)
    }
  }

  /// Always inflates the text, to detect decompression bombs.
  private mutating func inflateAndReadTextMetadata(
    _ key: String, compressed: ArraySlice<UInt8>, _ chunk: PNGChunk
  ) {
    if let text = inflateWithinBudget(compressed) { readTextMetadata(key, text[...], chunk) }
  }

  /// Finds private fields and an orientation in text. Reads at most as many bytes as compressed text may
  /// inflate to.
  private mutating func readTextMetadata(_ key: String, _ text: ArraySlice<UInt8>, _ chunk: PNGChunk) {
    let text = text.prefix(budget.inflatedChunkBytes)
    if let metadata = TextChunkMetadata(key, text) {
      container.addPrivateFields(metadata.privateFields)
      if case .exif(let exif) = metadata, container.textChunkOrientation == nil {
        container.textChunkOrientation = readOrientation(exif).map {
          TextChunkOrientation(
            value: $0, location: ByteLocation(partName: chunk.type, partOffset: chunk.offset))
        }
      }
    } else if let field = privateField(ofPNGText: key, text) {
      container.addPrivateFields([field])
    }
  }

  /// The Latin-1 keyword before the first zero byte, and the data after that byte.
  private func keywordAndData(_ chunk: PNGChunk) -> (String, ArraySlice<UInt8>)? {
    let data = bytes[chunk.dataRange]
    guard let zero = data.prefix(80).firstIndex(of: 0), zero > data.startIndex else { return nil }
    return (String(latin1: data[..<zero]), data[(zero + 1)...])
  }

  /// In an iTXt chunk, the text follows a language tag and a translated keyword, each terminated by a zero
  /// byte.
  private func textAfterTranslatedKeyword(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let language = rest.firstIndex(of: 0) else { return [] }
    let behind = rest[(language + 1)...]
    guard let translated = behind.firstIndex(of: 0) else { return [] }
    return behind[(translated + 1)...]
  }
}

extension PNGContainerReader {
  /// Reads a chunk that declares colors or the density. Ignores chunks of the wrong length, and chunks after
  /// the image data, which come too late.
  mutating func readColorOrDensityChunk(_ chunk: PNGChunk) {
    guard layout?.idatRanges.isEmpty == true else { return }
    let (data, at) = (bytes[chunk.dataRange], chunk.dataRange.lowerBound)
    func points(_ number: Int) -> Chromaticities.Point {
      Chromaticities.Point(data.big32(at: at + number * 8), data.big32(at: at + number * 8 + 4))
    }
    switch (chunk.type, data.count) {
    case ("gAMA", 4): container.pngColorFacts.storedGamma = data.big32(at: at)
    case ("cHRM", 32):
      container.pngColorFacts.chromaticities = Chromaticities(
        white: points(0), red: points(1), green: points(2), blue: points(3))
    case ("sRGB", 1): container.pngColorFacts.sRGBIntent = RenderingIntent(rawValue: Int(data[at]))
    case ("cICP", 4):
      container.pngColorFacts.codePoints = CICPCodePoints(
        primaries: Int(data[at]), transfer: Int(data[at + 1]), matrix: Int(data[at + 2]),
        videoFullRangeFlag: Int(data[at + 3]))
    case ("pHYs", 9):
      let units: [UInt8: PixelDensity.Unit] = [0: .none, 1: .meter]
      container.density = units[data[at + 8]].map {
        PixelDensity(data.big32(at: at), data.big32(at: at + 4), per: $0)
      }
    default: break
    }
  }
}
