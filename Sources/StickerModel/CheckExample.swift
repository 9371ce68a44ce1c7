extension Example {
  /// What a rule finds on the example: its files in one folder, as the role that the rule looks at, in a pack
  /// of which the example's declaration speaks.
  ///
  /// - Throws: where a file cannot be drawn.
  package func findings(of rule: Rule) async throws -> [Finding] {
    if let catalog {
      return catalogFindings(in: try tree(below: catalog), at: catalog, Configuration(rules: [rule]))
    }
    if let described {
      return StickerModel.findings(onMessages: [described.declaration]) { _ in Configuration(rules: [rule]) }
    }
    let pack = Path("Pack")
    let role = Role.allCases.first(where: rule.roles.contains) ?? .sticker
    let sources = try sketches.map { sketch in
      let outcome = try sketch.make()
      return AssetSource(path: pack.appending(sketch.fileName), role: role, pack: pack) { limit in
        if case .bytes(let bytes) = outcome, bytes.count > limit { .tooLarge(bytes.count) } else { outcome }
      }
    }
    let declarations = declaration.map { [pack: $0.located(in: pack)] } ?? [:]
    return await lint(sources, Configuration(rules: [rule]), declarations: declarations, jobs: 1).findings
  }
}

extension Example {
  private func tree(below folder: String) throws -> FileTree {
    var tree = FileTree()
    for sketch in sketches {
      guard case .bytes(let bytes) = try sketch.make() else { continue }
      tree["\(folder)/\(sketch.fileName)"] = bytes
    }
    return tree
  }
}

extension PackDeclaration {
  /// The same declaration with its files in a folder.
  fileprivate func located(in folder: Path) -> PackDeclaration {
    var located = self
    located.icon = icon.map(folder.appending)
    located.stickers = stickers.map { sticker in
      var placed = DeclaredSticker(
        path: folder.appending(sticker.path), name: sticker.name, descriptions: sticker.descriptions)
      (placed.emoji, placed.keywords) = (sticker.emoji, sticker.keywords)
      return placed
    }
    return located
  }
}
