import StickerImage

/// Counts encoded pixels and bytes of samples. Careful encoding counts each byte three times.
final class LadderWork {
  private(set) var done = 0

  func add(_ picture: Picture, _ file: [UInt8], _ effort: OptimizingEffort) {
    done += picture.allPixels + (effort == .fast ? 1 : 3) * sampleBytes(of: file)
  }

  /// Adds the cost of estimating the size of a still.
  func add(still picture: Picture) { done += 5 * picture.allPixels }
}

extension Picture {
  /// Pixels of all frames.
  var allPixels: Int { size.area * frames.count }

  /// About how many bytes the file has.
  func roughBytes(_ work: LadderWork) throws(EncodingDefect) -> Int {
    guard plays == nil, frames.count == 1 else {
      let file = try encoded(.fast)
      work.add(self, file, .fast)
      return file.count
    }
    work.add(still: self)
    return try frames[0].bitmap.roughPNGBytes(chunks: chunks)
  }
}

/// Bytes of the samples of all frames that a file stores, before deflating.
func sampleBytes(of file: [UInt8]) -> Int { Container(of: file, budget: .unlimited)?.sampleBytes ?? 0 }
