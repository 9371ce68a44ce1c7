import CSystemCalls
package import StickerModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The first thing a program of ours does: a reader that leaves becomes an error instead of a signal,
/// descriptors 0 to 2 are taken, so that no file opened later becomes standard output by chance, and memory
/// of a sticker's size is kept for the next one.
///
/// Children inherit that SIGPIPE is ignored: reset it for them.
package func prepareProcess() {
  _ = signal(SIGPIPE, SIG_IGN)
  for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
    // The lowest free number is given, which is this one. Opened the other way round, so that reading or
    // writing fails as it would on a closed one: a report written to nowhere must not pass for one that was
    // read.
    _ = unsafe open("/dev/null", descriptor == 1 ? O_RDONLY : O_WRONLY)
  }
  // Asking the system anew for each sticker's pixels took 15 % of the time that checking it takes. Larger
  // pictures are given back at once, and all that is kept stays below 128 MiB however many jobs there are.
  sl_keep_freed_memory(4 << 20, 8 << 20, 16)
}

/// Keeps what is freed of larger pieces too, for work that asks for the same ones over and over: every way to
/// filter a sticker's rows. The system took an eighth of the time for giving and clearing them anew.
package func keepLargeFreedMemory() { sl_keep_freed_memory(16 << 20, 32 << 20, 8) }

/// Before tasks are started, which takes descriptors: the system's library crashes where it gets none.
///
/// - Throws: where so few files may be open at once that a command could not get ready.
package func refuseScarceDescriptors() throws(CommandFailure) {
  let least: rlim_t = 8  // measured: below 7 the library crashes
  var open = rlimit()
  #if canImport(Glibc)
    let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &open) == 0
  #else
    let isKnown = unsafe getrlimit(RLIMIT_NOFILE, &open) == 0
  #endif
  guard isKnown, open.rlim_cur < least else { return }
  throw CommandFailure(
    "only \(open.rlim_cur) files may be open at once here: raise that limit to 64 or more (ulimit -n 64)")
}

/// Leaves the processor to others until something else ends the process.
package func waitForTheEnd() -> Never {
  while true { pause() }
}
