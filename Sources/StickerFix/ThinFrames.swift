import StickerImage
import StickerModel

extension Picture {
  /// Leaves out frames until no more than a number are left.
  mutating func thin(to most: Int) throws(FixFailure) -> String {
    let count = frames.count
    guard count > most else { throw FixFailure("it has \(counted(count, "frame")) by now") }
    guard let fewer = thinned(frames, to: most) else {
      throw FixFailure("the times of its frames have no exact sum that a file can hold")
    }
    frames = fewer
    return "\(counted(count, "frame")) became \(grouped(most)), in the same time"
  }
}

/// Leaves out the frames that are missed least, until `most` are left. The first always stays.
///
/// Runs of frames are joined from the bottom up, those first of which people see least: how far each frame
/// is from the one that is shown in its place, for as long as it was to be seen. Repeats go before anything
/// else, and where all moves evenly, what goes is evenly spread.
///
/// - Parameter most: at least 1.
/// - Returns: nil where a time would not fit an APNG exactly. The sum of the times that viewers show
///   stays exactly the same.
func thinned(_ frames: [Frame], to most: Int) -> [Frame]? {
  var runs = FrameRuns(frames)
  while runs.count > most { runs.joinTheNearest() }
  var kept: [Frame] = []
  for run in runs.all {
    let first = frames[run.lowerBound]
    guard let time = run.count == 1 ? first.delay : frames[run].map(\.shownDelay).total(), time.isStorable
    else { return nil }
    kept.append(Frame(first.bitmap, delay: time))
  }
  return kept
}

/// Frames in runs, each of which is shown as its first.
private struct FrameRuns {
  private(set) var all: [Range<Int>]
  /// What people see of it that a run is shown as its first frame.
  private var errors: [Double]
  /// What joining a run to the one before it adds to that; of the first nothing is asked.
  private var costs: [Double]
  /// Each frame as large as it takes to be compared.
  private let small: [Bitmap]
  /// Seconds that each is shown for.
  private let times: [Double]

  init(_ frames: [Frame]) {
    var small: [Bitmap] = []
    for (number, frame) in frames.enumerated() {
      let isRepeat = number > 0 && frame.bitmap == frames[number - 1].bitmap
      let size = frame.bitmap.size.fitted(into: comparedSize)
      small.append(isRepeat ? small[number - 1] : frame.bitmap.scaled(to: size))
    }
    self.small = small
    times = frames.map { $0.shownDelay.milliseconds / 1000 }
    all = frames.indices.map { $0..<$0 + 1 }
    (errors, costs) = (all.map { _ in 0 }, all.map { _ in 0 })
    for run in all.indices.dropFirst() { costs[run] = cost(of: run) }
  }

  var count: Int { all.count }

  mutating func joinTheNearest() {
    guard let run = all.indices.dropFirst().min(by: { costs[$0] < costs[$1] }) else { return }
    errors[run - 1] += errors[run] + costs[run]
    all[run - 1] = all[run - 1].lowerBound..<all[run].upperBound
    all.remove(at: run)
    errors.remove(at: run)
    costs.remove(at: run)
    if run > 1 { costs[run - 1] = cost(of: run - 1) }
    if run < all.count { costs[run] = cost(of: run) }
  }

  private func cost(of run: Int) -> Double {
    let shown = small[all[run - 1].lowerBound]
    return all[run].reduce(-errors[run]) { $0 + shown.distance(to: small[$1]) * times[$1] }
  }
}

/// Large enough to see what moves, and quickly compared.
private let comparedSize = PixelSize(32, 32)

extension Bitmap {
  /// How far another picture of the same size is: the sum over all samples, in premultiplied values.
  fileprivate func distance(to other: Bitmap) -> Double {
    var sum = 0
    for at in stride(from: 0, to: min(pixels.count, other.pixels.count), by: 4) {
      let (a, b) = (Int(pixels[at + 3]), Int(other.pixels[at + 3]))
      for sample in 0..<3 { sum += abs(Int(pixels[at + sample]) * a - Int(other.pixels[at + sample]) * b) }
      sum += abs(a - b) * 255
    }
    return Double(sum)
  }
}
