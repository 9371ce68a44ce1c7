extension Container {
  /// The same animation, with 100 ms written into each frame of at most 10 ms, which is what viewers
  /// show. Nothing else changes.
  ///
  /// - Parameter bytes: the file that the container was read from.
  /// - Returns: nil if the file is not animated or cannot store a delay.
  package func bytesWritingShownDelays(from bytes: [UInt8]) -> [UInt8]? {
    guard let animation else { return nil }
    var out = bytes
    // From the last frame to the first, so that an inserted block does not move earlier offsets.
    for number in animation.frames.indices.reversed() where !animation.frames[number].delay.isShownAsWritten {
      let offset = animation.frames[number].offset
      let isDone =
        switch format {
        case .apng: writeShownDelay(&out, fcTL: offset)
        case .gif:
          writeShownDelay(
            &out, descriptor: offset, after: number > 0 ? animation.frames[number - 1].offset : 0)
        case .webp: writeShownDelay(&out, ANMF: offset)
        case .png, .jpeg: false
        }
      guard isDone else { return nil }
    }
    return out
  }

  /// - Source: PNG specification, third edition, 11.3.6.2: delay_num and delay_den, 16 bits each,
  ///   follow the length, the type and 20 bytes.
  private func writeShownDelay(_ out: inout [UInt8], fcTL offset: Int) -> Bool {
    guard offset + 38 <= out.count else { return false }
    let data = Array(out[offset + 8..<offset + 28]) + [0, 1, 0, 10] + out[offset + 32..<offset + 34]
    out.replaceSubrange(offset..<offset + 38, with: pngChunk("fcTL", [data]))
    return true
  }

  /// - Source: GIF 89a, section 23: the graphic control extension precedes its frame. The delay, in
  ///   hundredths of a second, follows four bytes. Without an extension the delay is 0.
  private func writeShownDelay(_ out: inout [UInt8], descriptor offset: Int, after former: Int) -> Bool {
    let control = parts.last {
      $0.type == "graphic control extension" && $0.offset < offset && $0.offset > former
    }
    if let control {
      guard control.length == 8, control.offset + 8 <= out.count else { return false }
      out.replaceSubrange(control.offset + 4..<control.offset + 6, with: [10, 0])
    } else {
      out.insert(contentsOf: [0x21, 0xF9, 4, 0, 10, 0, 0, 0], at: offset)
      out.replaceSubrange(3..<6, with: Array("89a".utf8))  // 87a has no extensions
    }
    return true
  }

  /// - Source: RFC 9649, section 2.7.1.1: the delay, 24 bits of milliseconds, follows the
  ///   chunk header and 12 bytes.
  private func writeShownDelay(_ out: inout [UInt8], ANMF offset: Int) -> Bool {
    guard offset + 23 <= out.count else { return false }
    out.replaceSubrange(offset + 20..<offset + 23, with: little(100, 3))
    return true
  }
}
