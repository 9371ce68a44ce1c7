import Testing

@testable import StickerEngine
@testable import Stickers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pack that is rebuilt in place, with the build stopped at each of its system calls.
@Suite struct TornPackTests {
  @Test("a pack is never half-written, wherever its build fails or is killed")
  func everyCall() throws {
    var (points, torn, unmended) = (0, 0, 0)
    let failures = [true, false].map { WriteInterruption(fault: .fails(.noSpace), canExchange: $0) }
    for stop in failures + WriteInterruption.deaths {
      var (number, isDone) = (0, false)
      while !isDone {
        number += 1
        let folder = try TemporaryFolder()
        try writePack(old, in: folder)
        let failing = FailingCalls(stop.fault, at: number)
        let writer = FileWriter(failing.calls(canExchange: stop.canExchange))
        let known = try ReadOnlyFileSystem.disk.readTree(folder["pack"])
        try? writer.writeTree(new, to: folder["pack"], replacing: .folder, reusing: known)
        isDone = failing.total < number
        points += isDone ? 0 : 1
        let found = try ReadOnlyFileSystem.disk.readTree(folder["pack"])?.files
        // Without an exchange, there is a moment without a pack. The next run completes the replacement.
        let isBetween = found == nil && !stop.canExchange && stop.fault.endsProcess
        if found != old, found != new, !isBetween { torn += 1 }
        // A child process that another test has just started may hold the dead run's lock until it runs its
        // own program. In that case, a later run cleans up.
        for _ in 1...50 {
          try FileWriter().writeFile([1], to: folder["next run"])
          if try folder.names() == ["next run", "pack"] { break }
          usleep(20_000)
        }
        let later = try ReadOnlyFileSystem.disk.readTree(folder["pack"])?.files
        let names = try folder.names()
        let isMended = later == (found ?? new) && names == ["next run", "pack"]
        if !isMended { unmended += 1 }
      }
    }
    print("\(points) points at which a build was stopped, \(torn) torn packs, \(unmended) not repaired")
    #expect(points >= 500)
    #expect(torn == 0)
    #expect(unmended == 0)
  }

  private let old = pack(["wave": "old", "dance": "same", "grin": "same"])
  private let new = pack(["wave": "new", "dance": "same", "wink": "first"])
}

/// The files of a built pack with an icon and a project.
private func pack(_ stickers: [String: String]) -> FileTree {
  var tree = FileTree()
  for (id, art) in stickers {
    for scale in 1...3 { tree["variants/\(id)@\(scale)x.png"] = Array("\(art) \(scale)".utf8) }
    let set = "Stickers.xcstickers/Sticker Pack.stickerpack/\(id).sticker"
    tree["\(set)/Contents.json"] = Array("{}".utf8)
    tree["\(set)/\(id).png"] = Array("\(art) 3".utf8)
  }
  tree["Stickers.xcstickers/iMessage App Icon.stickersiconset/Contents.json"] = Array("{}".utf8)
  tree["Cats.xcodeproj/project.pbxproj"] = Array("// !$*UTF8*$!".utf8)
  tree["manifest.json"] = Array(stickers.keys.sorted().joined(separator: ",").utf8)
  return tree
}

private func writePack(_ tree: FileTree, in folder: TemporaryFolder) throws {
  for path in tree.paths { try folder.write(tree[path] ?? [], at: Path("pack/\(path)")) }
}

extension FailingCalls.Fault {
  fileprivate var endsProcess: Bool { if case .dies = self { true } else { false } }
}
