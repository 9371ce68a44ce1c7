package import StickerModel

extension ProfileSheet {
  /// The sheet of a profile that is built in.
  package init(_ profile: Profile, _ vocabulary: Vocabulary) {
    let nothing = FileAccess(
      exists: { _ in false }, read: { _, _ in .unreadable("it is not there") }, real: { $0 })
    let flags = try? FlagSettings(vocabulary)
    guard let flags else { preconditionFailure("no flag is wrong where there is none") }
    var search = SettingsSearch(
      vocabulary, .none, profile: profile.name, flags, nothing, workingFolder: Path("/"))
    self.init(profile, search.settings(at: Path("/"), isFolder: true))
  }

  private init(_ profile: Profile, _ settings: ResolvedSettings) {
    var (rows, asking) = ([Row](), [String]())
    for resolved in settings.rules {
      let set = zip(resolved.rule.parameters, resolved.values).filter { $0.1.origin != .standard }
      rows += set.map { parameter, value in
        let unit = parameter.unit.rawValue
        let figure = if case .whole(let number) = value.value { grouped(number) } else { value.value.text }
        return Row(
          rule: resolved.rule.id, parameter: parameter.name,
          value: unit.isEmpty ? figure : "\(figure) \(unit)", meaning: parameter.meaning,
          isSecondHand: settings.secondHand.contains {
            $0.rule == resolved.rule.id && $0.parameter == parameter.name
          })
      }
      if resolved.runs, !set.isEmpty || resolved.state.origin != .standard { asking.append(resolved.rule.id) }
    }
    self.init(
      name: profile.name, summary: profile.summary, export: settings.export, sources: settings.sources,
      rows: rows, silent: settings.rules.filter { !$0.runs && !$0.rule.isOptIn }.map(\.rule.id),
      asking: asking)
  }
}
