import CSystemCalls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How a confined process ends that crashes where memory was refused, or little is left. The peak that the
/// system tells of a child begins with that of its parent: what was too little, only the child can tell.
let outOfMemoryStatus: Int32 = 113

#if os(Linux)
  /// A crash from now on ends the process with `outOfMemoryStatus` if the last call that failed on its thread
  /// asked for memory, or if fewer than so many bytes are left.
  func tellOutOfMemory(reserve bytes: Int) {
    unsafe reserve = bytes
    sl_when_crashed { signal in
      if errno == ENOMEM { _exit(outOfMemoryStatus) }
      let place = unsafe mmap(nil, reserve, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      if unsafe place == MAP_FAILED { _exit(outOfMemoryStatus) }
      _ = raise(signal)
    }
  }

  /// Written before there is a second thread.
  nonisolated(unsafe) private var reserve = 0
#endif
