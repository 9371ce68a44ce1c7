#if DEBUG || Poison
  import CSystemCalls

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// Ends the process as a program does that finds itself in disorder: with SIGABRT.
  package func endInDisorder() -> Never { abort() }

  /// Tries what a worker must not be able to do: to open files, folders and sockets, to start processes, to
  /// reach others, and to take back its limits.
  ///
  /// - Returns: the number of what was not refused, as `break_out.h` counts; nil where all was.
  package func wayOut() -> Int? {
    #if os(Linux)
      let way = sl_break_out()
      return way == 0 ? nil : Int(way)
    #else
      return nil
    #endif
  }
#endif
