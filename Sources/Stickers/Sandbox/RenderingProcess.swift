import StickerEngine

/// A process that confines itself and then runs, in its place, a program that draws art.
package enum RenderingProcess {
  /// The first argument of the process. A file is unlikely to have this name.
  package static let firstArgument = "__render"
  /// The prefix of the line that precedes the program's own output on standard error. The line lists the
  /// mechanisms that confine the process.
  static let confinementLinePrefix = "stickerlint-confinement "

  /// The limits of a program.
  static let maxMemoryBytes = 1 << 30
  static let maxProcessorSeconds = 60

  /// Confines this process, and runs the program in its place.
  ///
  /// - Parameter arguments: the arguments after `firstArgument`: the absolute path of the program, and its
  ///   arguments.
  package static func run(_ arguments: [String]) throws {
    guard let program = arguments.first, program.hasPrefix("/") else {
      throw CommandError("\(firstArgument) is for internal use only")
    }
    let home = nonemptyEnvironmentVariable("HOME").map { Path($0) }
    let fonts = [".fonts", ".local/share/fonts", ".config/fontconfig", ".cache/fontconfig"]
    try confineAndExec(
      arguments.map { Array($0.utf8) }, memoryBytes: maxMemoryBytes, processorSeconds: maxProcessorSeconds,
      fontFolders: fonts.compactMap { home?.appending(Path($0)) }
    ) { confinement in
      try StandardStream.error.write(confinementLinePrefix + "\(confinement.rawValue)\n")
    }
  }

  /// The command line that runs a program in a confined process, or the plain command line if this system
  /// cannot confine it.
  static func command(for program: Path, _ arguments: [String]) -> [[UInt8]] {
    let words = [program.bytes] + arguments.map { Array($0.utf8) }
    #if os(Linux)
      guard let own = executablePath() else { return words }
      return [own.bytes, Array(firstArgument.utf8)] + words
    #else
      return words
    #endif
  }

  /// The environment of a program. It contains no secrets.
  static var environment: [[UInt8]] {
    let kept = ["PATH", "HOME"].compactMap { name in nonemptyEnvironmentVariable(name).map { "\(name)=\($0)" }
    }
    return (kept + ["LC_ALL=C.UTF-8", "INKSCAPE_PROFILE_DIR=/nonexistent"]).map { Array($0.utf8) }
  }
}
