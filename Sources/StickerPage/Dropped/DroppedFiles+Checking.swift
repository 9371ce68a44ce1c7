import Stickers

/// What is being looked at, so that what is said of it may be out of date.
package struct Checking: Equatable, Sendable {
  /// The numbers of files, in their order.
  package var numbers: [Int] = []
  /// Whether the pack as a whole is.
  package var isOfPack = false
}

// Telling the pages what is being looked at again: what they say of it was true before.
extension DroppedFiles {
  /// What is done in no time need not be told.
  private static let toldAfterMilliseconds = 150

  /// What is being looked at now. What a fix gave is judged with the pack.
  package var checking: Checking {
    let fixed = files.values.filter { file in
      file.shown.map { $0.fixed?.change != nil && $0.now == nil } ?? false
    }
    let numbers = Set((waiting + looking).filter { files[$0] != nil } + fixed.map(\.number))
    return Checking(numbers: numbers.sorted(), isOfPack: !files.isEmpty && judged != changes)
  }

  /// Tells what is being looked at, if it still is in a moment; many changes are told as one.
  package func tellCheckingSoon() {
    if isTellingChecking { return }
    isTellingChecking = true
    Task {
      await pause(milliseconds: Self.toldAfterMilliseconds)
      isTellingChecking = false
      tellChecking()
    }
  }

  /// Tells what is being looked at, where that is something new.
  package func tellChecking() {
    let now = checking
    guard now != toldChecking else { return }
    toldChecking = now
    listeners.tell(.checking(now))
  }
}
