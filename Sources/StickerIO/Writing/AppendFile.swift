package import StickerModel

/// Writes behind what a file holds: for one that several programs add to, such as the summary of a job.
///
/// - Parameter path: a file, or a name in a folder that exists; links are followed, since who says the name
///   also made the file.
/// - Parameter bytes: gets the length of what is there.
/// - Throws: why it could not be written. A part of the bytes may then be there.
package func appendFile(
  at path: Path, _ bytes: (_ length: Int) -> [UInt8]
) throws(CommandFailure) {
  try Writer.shared.appendFile(at: path, bytes)
}

extension Writer {
  func appendFile(at path: Path, _ bytes: (_ length: Int) -> [UInt8]) throws(CommandFailure) {
    do throws(SystemError) {
      let descriptor = try calls.open(Location(path), .appending)
      var failure: SystemError?
      do throws(SystemError) {
        let more = bytes(try calls.statusOfOpen(descriptor).size)
        unsafe more.withUnsafeBytes { buffer in
          do throws(SystemError) { try unsafe writeAll(buffer, to: descriptor, calls) } catch {
            failure = error
          }
        }
      } catch { failure = error }
      do throws(SystemError) { try calls.close(descriptor) } catch { failure = failure ?? error }
      if let failure { throw failure }
    } catch {
      throw cannotWrite(path, error)
    }
  }
}
