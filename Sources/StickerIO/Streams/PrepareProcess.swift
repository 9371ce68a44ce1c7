#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The first thing a program of ours does: a reader that leaves becomes an error instead of a signal, and
/// descriptors 0 to 2 are taken, so that no file opened later becomes standard output by chance.
///
/// Children inherit that SIGPIPE is ignored: reset it for them.
public func prepareProcess() {
  _ = signal(SIGPIPE, SIG_IGN)
  for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
    // The lowest free number is given, which is this one. Opened the other way round, so that reading or
    // writing fails as it would on a closed one: a report written to nowhere must not pass for one that was
    // read.
    _ = unsafe open("/dev/null", descriptor == 1 ? O_RDONLY : O_WRONLY)
  }
}
