private import CImageCodecs

extension PNGLayout {
  /// Where the data of a frame begins: at its first chunk.
  func placeOfData(_ frame: Int, isDefaultImage: Bool) -> FilePlace {
    if isDefaultImage { return FilePlace(unit: "IDAT", offset: idatOffset, frame: frame) }
    let offset = frameData[frame].first.map { $0.lowerBound - fdATHeader }
    return FilePlace(unit: "fdAT", offset: offset, frame: frame)
  }
}

extension PNGPicture {
  /// The chunk and the byte at which inflating the picture's data cannot go on, or has given all it should.
  ///
  /// It inflates the data once more, which only damaged pictures pay for: what inflates fast does not say how
  /// far it came.
  func stop(in stream: ArraySlice<UInt8>) -> FilePlace {
    var taken = unsafe stream.withUnsafeBufferPointer { source in
      unsafe sl_zlib_stop(source.baseAddress, source.count, header.scanlineBytes)
    }
    var place = place
    for chunk in data {
      place.offset = chunk.lowerBound - (place.unit == "fdAT" ? fdATHeader : idatHeader)
      place.position = chunk.lowerBound + min(taken, chunk.count)
      if taken < chunk.count { break }
      taken -= chunk.count
    }
    return place
  }
}

/// Length and type before the data.
private let idatHeader = 8
/// Length, type and sequence number.
private let fdATHeader = 12
