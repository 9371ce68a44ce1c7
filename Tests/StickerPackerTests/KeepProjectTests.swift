import Testing

@testable import StickerEngine
@testable import StickerPacker

@Suite struct KeepProjectTests {
  private static func buildPack(_ name: String = "Monkey", project: Bool) async throws -> PackInMemory {
    let folder = ArtFolder(files: ["a.png": try still(30, 30)])
    let files = folder.files
    let options = PackOptions(
      variants: .none, toolVersion: "0.0.1", deploymentTarget: project ? "15.0" : nil)
    return try await buildPackInMemory(folder.pack(name), options) { path in
      path.text.flatMap { files[$0] }.map(ReadOutcome.bytes) ?? .unreadable("it is not there")
    }
  }

  private static let file = "Monkey.xcodeproj/project.pbxproj"
  private static let state = "Monkey.xcodeproj/xcuserdata/me.xcuserdatad/state.plist"

  @Test("a project is part of the pack, listed separately, and not in the digest")
  func listed() async throws {
    let (with, without) = (try await Self.buildPack(project: true), try await Self.buildPack(project: false))
    #expect(without.manifest.project == nil)
    #expect(with.manifest.project?.files.map(\.path).contains(Self.file) == true)
    #expect(with.manifest.filesOutsideProjectDigest == without.manifest.filesOutsideProjectDigest)
    #expect(try Manifest(parsing: with.manifest.encoded()) == with.manifest)
    #expect(await verifyPack(with.tree, fullyDecodedFiles: with.hashedDecodableFiles) == [])
    #expect(projectFaults(with.tree) == [])
  }

  @Test("a rebuild without a project keeps the old project and the files that Xcode added")
  func stays() async throws {
    var old = try await Self.buildPack(project: true).tree
    old[Self.state] = [1]
    let plan = try await Self.buildPack(project: false).mergingProject(
      of: PreviousBuild(old), replacingUserChanges: false)
    #expect(plan.tree == old)
    #expect(
      await verifyPack(
        plan.tree, fullyDecodedFiles: plan.hashedDecodableFiles, preservedFiles: plan.preservedFiles) == [])
    #expect(
      await verifyPack(plan.tree, fullyDecodedFiles: plan.hashedDecodableFiles) == [
        "\(Self.state) is not in the manifest"
      ])
  }

  @Test("a project without its project file is built again, with everything that the user added or changed")
  func withoutProjectFile() async throws {
    let new = try await Self.buildPack(project: true)
    var old = new.tree
    for path in old.paths where path.hasPrefix("Monkey.xcodeproj/") { old[path] = nil }
    #expect(new.mergingProject(of: PreviousBuild(old), replacingUserChanges: false).tree == new.tree)
    #expect(PreviousBuild(old).projectDeploymentTarget == "15.0")
    old["Monkey/Mine.entitlements"] = [1]
    old["README.md"] = [2]
    let kept = new.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(kept.tree["Monkey/Mine.entitlements"] == [1] && kept.tree["README.md"] == [2])
    #expect(kept.tree[Self.file] == new.tree[Self.file])
    let without = try await Self.buildPack(project: false)
    #expect(without.mergingProject(of: PreviousBuild(old), replacingUserChanges: false).tree == old)
    // If everything was deleted, the project stays deleted.
    for file in new.manifest.project?.files ?? [] { old[file.path] = nil }
    #expect(PreviousBuild(old).projectDeploymentTarget == nil)
  }

  @Test("an unedited project is updated and keeps the files that Xcode added")
  func replaced() async throws {
    let new = try await Self.buildPack(project: true)
    var old = new.tree
    old[Self.state] = [1]
    let plan = new.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(plan.tree == old)
    #expect(plan.notes == new.notes)
  }

  @Test("an edited project stays, with a note, and later builds still treat it as edited")
  func changed() async throws {
    let new = try await Self.buildPack(project: true)
    var old = new.tree
    // Settings may change (KeepBuildSettingsTests), but this file belongs to the user.
    let own = "\t\t0123456789ABCDEF01234567 = {isa = PBXFileReference; path = a; sourceTree = SDKROOT; };\n"
    let end = "/* End PBXFileReference section */"
    old[Self.file] = Array(
      String(decoding: old[Self.file] ?? [], as: UTF8.self).replacing(end, with: own + end).utf8)
    var kept = new.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    for _ in 0..<2 {
      #expect(kept.tree == old)
      #expect(
        kept.notes.last?.text
          == "kept \(Self.file), because someone changed it (a forced build regenerates the whole project)")
      #expect(await verifyPack(kept.tree, preservedFiles: kept.preservedFiles) == [])
      kept = new.mergingProject(of: PreviousBuild(kept.tree), replacingUserChanges: false)
    }
    #expect(new.mergingProject(of: PreviousBuild(old), replacingUserChanges: true).tree == new.tree)
    let without = try await Self.buildPack(project: false).mergingProject(
      of: PreviousBuild(old), replacingUserChanges: true)
    #expect(without.tree[Self.file] == old[Self.file])
  }

  @Test("a pack with another name has another project, and an edited old project stays")
  func renamed() async throws {
    var old = try await Self.buildPack(project: true).tree
    let other = try await Self.buildPack("Tiger", project: true)
    #expect(other.mergingProject(of: PreviousBuild(old), replacingUserChanges: false).tree == other.tree)
    // A user's file also keeps the old project; Xcode's window state does not.
    old[Self.state] = [1]
    #expect(other.mergingProject(of: PreviousBuild(old), replacingUserChanges: false).tree == other.tree)
    old["Monkey/Mine.plist"] = [2]
    let own = other.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(own.tree["Monkey/Mine.plist"] == [2] && own.tree[Self.file] == old[Self.file])
    #expect(!own.tree.paths.contains { $0.hasPrefix("Tiger") })
    #expect(own.notes.last?.text.contains("someone added Monkey/Mine.plist") == true)
    #expect(await verifyPack(own.tree, preservedFiles: own.preservedFiles) == [])
    var forced = other.tree
    forced["Monkey/Mine.plist"] = [2]
    #expect(other.mergingProject(of: PreviousBuild(old), replacingUserChanges: true).tree == forced)
    old["Monkey/Mine.plist"] = nil
    old[Self.state] = nil
    old[Self.file] = [1]
    let kept = other.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(kept.tree[Self.file] == [1])
    #expect(kept.notes.contains { $0.text.hasPrefix("\(Self.file) cannot be read.") })
    #expect(!kept.tree.paths.contains { $0.hasPrefix("Tiger") })
    #expect(await verifyPack(kept.tree, preservedFiles: kept.preservedFiles) == [])
  }

  @Test("a deleted project stays deleted")
  func deleted() async throws {
    let new = try await Self.buildPack(project: true)
    var old = new.tree
    for file in new.manifest.project?.files ?? [] { old[file.path] = nil }
    let plan = try await Self.buildPack(project: false)
    #expect(plan.mergingProject(of: PreviousBuild(old), replacingUserChanges: false).tree == plan.tree)
  }

  @Test(
    "files next to the project belong to the user, and even a forced build keeps them",
    arguments: [false, true])
  func filesNextToProject(_ isForced: Bool) async throws {
    let script = "ci_scripts/ci_post_clone.sh"
    var old = try await Self.buildPack(project: true).tree
    old[script] = [1]
    let previous = PreviousBuild(old)
    #expect(previous.filesNotGeneratedOrKept(old.paths.map { Path($0) }) == [])
    for plan in [
      try await Self.buildPack(project: true), try await Self.buildPack("Tiger", project: true),
      try await Self.buildPack(project: false),
    ] {
      let kept = plan.mergingProject(of: previous, replacingUserChanges: isForced)
      #expect(kept.tree[script] == [1])
      #expect(await verifyPack(kept.tree, preservedFiles: kept.preservedFiles) == [])
    }
  }

  @Test("a new name of the pack keeps the README, and a scheme that only one person has keeps the old name")
  func renamedWithOwnFiles() async throws {
    var old = try await Self.buildPack(project: true).tree
    old["README.md"] = [1]
    old[Self.state] = [2]
    let other = try await Self.buildPack("Tiger", project: true)
    let renamed = other.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(renamed.tree.paths == other.tree.paths && renamed.tree["README.md"] == [1])
    #expect(renamed.tree["Tiger.xcodeproj/project.pbxproj"] == other.tree["Tiger.xcodeproj/project.pbxproj"])
    let scheme = "Monkey.xcodeproj/xcuserdata/me.xcuserdatad/xcschemes/Mine.xcscheme"
    old[scheme] = [3]
    let kept = other.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(kept.tree[scheme] == [3] && kept.tree[Self.state] == [2] && kept.tree["README.md"] == [1])
    #expect(!kept.tree.paths.contains { $0.hasPrefix("Tiger") })
    #expect(kept.notes.last?.text.hasPrefix("kept the name Monkey.xcodeproj, because someone added") == true)
  }

  @Test("a file that is like the new build belongs to it, whatever the previous manifest says")
  func adopted() async throws {
    // Two branches built the pack, and Git merged everything but the manifest.
    let ours = try await Self.buildPack(project: true)
    var old = ours.tree
    let other = try await Self.buildPack("Monkey!", project: true)
    let plist = "Monkey/Info.plist"
    #expect(other.tree[plist] != ours.tree[plist])
    old[plist] = other.tree[plist]
    let kept = other.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(!kept.notes.contains { $0.text.contains("someone changed") })
    let again = other.mergingProject(of: PreviousBuild(kept.tree), replacingUserChanges: false)
    #expect(again.tree == kept.tree && again.preservedFiles.isEmpty)
  }

  @Test("files in a project's folders and next to them are not foreign, but files in generated folders are")
  func foreign() async throws {
    let previous = try await PreviousBuild(Self.buildPack(project: true).tree)
    let files =
      previous.tree.paths.map { Path($0) } + [
        Path(Self.state), Path("Monkey/Mine.plist"), Path("notes.txt"), Path("variants/notes.txt"),
      ]
    #expect(previous.filesNotGeneratedOrKept(files) == [Path("variants/notes.txt")])
    // If a user deleted the project, the remaining files are the user's.
    #expect(previous.filesNotGeneratedOrKept([Path("Monkey/Mine.plist")]) == [Path("Monkey/Mine.plist")])
    let plain = try await PreviousBuild(Self.buildPack(project: false).tree)
    #expect(plain.filesNotGeneratedOrKept([Path(Self.state)]) == [Path(Self.state)])
  }

  @Test(
    "a manifest with a project at an impossible path is rejected",
    arguments: ["../..", "a/b.xcodeproj", "Monkey", "variants", ""])
  func hostilePath(_ path: String) async throws {
    var manifest = try await Self.buildPack(project: true).manifest
    manifest.project?.path = path
    #expect(throws: Diagnostic.self) { try Manifest(parsing: manifest.encoded()) }
  }

  @Test(
    "a manifest whose project contains pack files is rejected",
    arguments: ["manifest.json", "variants/a@3x.png", "Stickers.xcstickers/Contents.json", "Monkey/../a"])
  func hostileFile(_ path: String) async throws {
    var manifest = try await Self.buildPack(project: true).manifest
    manifest.project?.files[0].path = path
    #expect(throws: Diagnostic.self) { try Manifest(parsing: manifest.encoded()) }
  }
}
