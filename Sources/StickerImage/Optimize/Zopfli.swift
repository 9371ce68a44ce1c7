#if os(Linux)
  private import CLibZopfli
#endif

/// Deflates bytes with Zopfli into a zlib stream that is as short as possible (docs/decisions/0023).
///
/// - Parameter iterations: The number of Zopfli iterations, at least 1.
/// - Returns: nil if Zopfli isn't available. It is available only on Linux.
func deflateWithZopfliIfAvailable(_ bytes: [UInt8], iterations: Int) -> [UInt8]? {
  #if os(Linux)
    var options = ZopfliOptions()
    unsafe ZopfliInitOptions(&options)
    options.numiterations = CInt(iterations)
    var stream: UnsafeMutablePointer<UInt8>?
    var count = 0
    unsafe bytes.withUnsafeBufferPointer { input in
      unsafe ZopfliCompress(&options, ZOPFLI_FORMAT_ZLIB, input.baseAddress, input.count, &stream, &count)
    }
    defer { unsafe free(stream) }
    return unsafe [UInt8](UnsafeBufferPointer(start: stream, count: count))
  #else
    return nil
  #endif
}

/// The number of bytes of an animation's rows that are deflated with Zopfli, frame by frame. Later frames are
/// deflated with less effort. Zopfli takes about 20 s of CPU time for this number.
let maxZopfliBytesPerAnimation = 8 << 20

/// The maximum size in bytes of a still's rows for using Zopfli. For larger rows, Zopfli takes seconds and
/// saves half a percent.
let maxZopfliStillBytes = 3 << 17

/// The number of Zopfli iterations for a stream. The first iteration provides nearly all of the savings, and
/// each additional one takes about a second for 4 MiB.
func zopfliIterations(forByteCount count: Int) -> Int { count < 1 << 16 ? 15 : count < 1 << 20 ? 7 : 4 }
