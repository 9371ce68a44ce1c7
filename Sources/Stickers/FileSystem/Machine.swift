import StickerEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The number of available processors, at least 1.
package func onlineProcessorCount() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// The value of an environment variable; nil if it is not set or empty.
package func nonemptyEnvironmentVariable(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  let text = unsafe String(cString: value)
  return text.isEmpty ? nil : text
}

/// The name of this machine for `file:` URLs (RFC 8089), or `localhost` if the machine's name contains
/// characters that are not allowed in host names.
package func fileURLHostName() -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  let name =
    unsafe gethostname(&buffer, buffer.count - 1) == 0
    ? buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) } : []
  let isPlain = name.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }
  return isPlain && !name.isEmpty ? String(decoding: name, as: UTF8.self) : "localhost"
}

/// The path of the running program; nil if the system does not provide it.
func executablePath() -> Path? {
  #if canImport(Darwin)
    var capacity: UInt32 = 4096
    var name = [CChar](repeating: 0, count: Int(capacity))
    guard unsafe _NSGetExecutablePath(&name, &capacity) == 0 else { return nil }
    return Path(bytes: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
  #else
    return Path("/proc/self/exe")
  #endif
}

/// The absolute path of the folder for caches; nil if the environment specifies none.
func userCacheFolder() -> Path? {
  if let folder = nonemptyEnvironmentVariable("XDG_CACHE_HOME"), folder.hasPrefix("/") { return Path(folder) }
  guard let home = nonemptyEnvironmentVariable("HOME"), home.hasPrefix("/") else { return nil }
  #if canImport(Darwin)
    return Path(home).appending("Library/Caches")
  #else
    return Path(home).appending(".cache")
  #endif
}

/// Suspends the current task. Returns early if the task is canceled.
package func pause(milliseconds: Int) async { try? await Task.sleep(for: .milliseconds(milliseconds)) }

/// The monotonic time in milliseconds. Only differences are meaningful.
package func monotonicMilliseconds() -> Int { Int(SystemCalls.real.monotonicNanoseconds() / 1_000_000) }

/// Random bytes from the system's secure generator.
package func randomBytes(_ count: Int) -> [UInt8] {
  var source = SystemRandomNumberGenerator()
  return (0..<count).map { _ in source.next() }
}
