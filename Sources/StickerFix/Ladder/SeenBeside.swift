import StickerImage

extension Lightened {
  /// The same, its similarity as it is seen: each frame of the source beside what is shown at its time, as
  /// large as it.
  func seen(beside source: Picture) -> Lightened {
    var shown = picture.frames.map(\.bitmap)
    if picture.size != source.size {
      let resampler = Resampler(from: picture.size, to: source.size)
      shown = shown.map(resampler.resample)
    }
    let pairs = shownAtTheTime(of: source.frames).map { shown[$0] }
    return Lightened(
      picture: picture, bytes: bytes, steps: steps,
      similarity: FrameSimilarity(source.frames.map(\.bitmap), pairs))
  }

  /// For each frame of the source the number of the frame that is shown while it was.
  private func shownAtTheTime(of frames: [Frame]) -> [Int] {
    var (number, shownUntil) = (0, picture.frames[0].shownDelay)
    var time = ExactSeconds.zero
    return frames.map { frame in
      let current = number
      time = time.adding(frame.shownDelay) ?? time
      // A GIF knows the nearest hundredth of a time.
      let isOver =
        picture.storage == .gif
        ? time.hundredths ?? .max >= shownUntil.hundredths ?? .max : time.isSameTime(as: shownUntil)
      if isOver, number + 1 < picture.frames.count {
        number += 1
        shownUntil = shownUntil.adding(picture.frames[number].shownDelay) ?? shownUntil
      }
      return current
    }
  }
}
