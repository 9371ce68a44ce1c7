#if os(Linux)
  private import CLibZopfli
#endif

/// Deflates bytes into as short a zlib stream as Zopfli finds: docs/decisions/0023.
///
/// - Parameter iterations: how often it weighs its choices anew; at least 1.
/// - Returns: nil where there is no Zopfli, which is everywhere but on Linux.
func deflateWithZopfli(_ bytes: [UInt8], iterations: Int) -> [UInt8]? {
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

/// Bytes of rows that Zopfli takes on in an animation, all frames together: some 20 s of CPU.
let maxZopfliAnimationBytes = 8 << 20

/// Bytes of a still's rows that Zopfli takes on: longer ones take it seconds, for half a percent.
let maxZopfliStillBytes = 3 << 17

/// How often Zopfli weighs its choices anew for a stream: the first time gains nearly all there is, and each
/// further one takes about a second for 4 MiB.
func zopfliIterations(for count: Int) -> Int { count < 1 << 16 ? 15 : count < 1 << 20 ? 7 : 4 }
