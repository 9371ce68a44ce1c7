#if canImport(Darwin)
  import Darwin
#endif

#if canImport(Darwin)
  private let opener = "open"
#else
  private let opener = "xdg-open"
#endif

/// Opens an address, or a file by its absolute path, in the default browser. Waits until the system has
/// accepted the request.
///
/// - Returns: nil on success, or the reason for the failure.
package func openInBrowser(_ addressOrPath: [UInt8]) -> String? {
  do throws(SystemError) {
    let outcome = try runProgram(
      [Array(opener.utf8), addressOrPath], settingVariables: [], throwingAboveOutputBytes: 1 << 16)
    return outcome.exitCodeOr128PlusSignal == 0
      ? nil : "\(opener) failed with exit code \(outcome.exitCodeOr128PlusSignal)"
  } catch {
    if error == .notFound { return "\(opener) is not installed" }
    return "cannot run \(opener): \(error.reason)"
  }
}

/// Whether browsers on this machine resolve names under `.localhost` to this machine.
///
/// Chromium and Firefox resolve these names themselves on any system (RFC 6761, 6.3). Safari asks the system,
/// which has resolved these names since macOS 26. Earlier versions may ask a name server, which may return
/// any address.
package func browsersResolveToLoopback(localhostSubdomain name: String) -> Bool {
  #if canImport(Darwin)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, nil, &found) == 0 else { return false }
    defer { freeaddrinfo(found) }
    var next = found
    while let entry = next?.pointee {
      guard entry.ai_addr.map(isLoopbackAddress) == true else { return false }
      next = entry.ai_next
    }
    return found != nil
  #else
    return name.hasSuffix(".localhost")
  #endif
}

#if canImport(Darwin)
  private func isLoopbackAddress(_ address: UnsafeMutablePointer<sockaddr>) -> Bool {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt32(bigEndian: $0.pointee.sin_addr.s_addr) >> 24 == 127
      }
    case AF_INET6:
      address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
        withUnsafeBytes(of: pointer.pointee.sin6_addr) { bytes in
          bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
        }
      }
    default: false
    }
  }
#endif
