extension Container {
  /// The same animation, with the time that viewers show written into each frame that they show for longer
  /// than its file asks for; nothing else changes.
  ///
  /// - Parameter bytes: those that the container was read from.
  /// - Returns: nil where there is no animation, or no place for a delay.
  package func bytesWritingShownDelays(from bytes: [UInt8]) -> [UInt8]? {
    guard let animation else { return nil }
    var out = bytes
    // From the last frame to the first: a block that is added moves none that is still to come.
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

  /// - Source: PNG specification, third edition, 11.3.6.2: behind length, type and 20 bytes stand delay_num and
  ///   delay_den of 16 bits each.
  private func writeShownDelay(_ out: inout [UInt8], fcTL offset: Int) -> Bool {
    guard offset + 38 <= out.count else { return false }
    let data = Array(out[offset + 8..<offset + 28]) + [0, 1, 0, 10] + out[offset + 32..<offset + 34]
    out.replaceSubrange(offset..<offset + 38, with: pngChunk("fcTL", [data]))
    return true
  }

  /// - Source: GIF 89a, section 23: the graphic control extension stands before the frame that it is of, its
  ///   delay in hundredths of a second behind four bytes. Without one the delay is 0.
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

  /// - Source: RFC 9649, section 2.7.1.1: behind the head of the chunk and 12 bytes stand 24 bits of
  ///   milliseconds.
  private func writeShownDelay(_ out: inout [UInt8], ANMF offset: Int) -> Bool {
    guard offset + 23 <= out.count else { return false }
    out.replaceSubrange(offset + 20..<offset + 23, with: little(100, 3))
    return true
  }
}
