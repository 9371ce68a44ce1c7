extension Rule {
  /// Reports TGS and Lottie files that Telegram's apps cannot read.
  static let tgsStructure = Rule(
    id: RuleID.tgsStructure,
    severity: .error,
    summary: "A TGS is a Lottie animation in gzip-compressed JSON that contains `\"tgs\": 1`.",
    reason: """
      Telegram's apps unpack a TGS, read the JSON and look for `"tgs": 1`, which Telegram's exporter writes.
      If any of this fails, they show nothing. It is not enough to compress the JSON of a Lottie animation,
      because the exporter also checks the features. The rule reads all layers, including those of precomps.
      """,
    advice:
      "Export the animation again with Telegram's plugin for After Effects or with another TGS exporter.",
    references: [.telegramPlugin, .lottieSpecification],
    checkedAspect: .storage,
    examples: [
      .passes("a TGS", .tgs()),
      .fires(
        "a Lottie animation that is not compressed", .lottie(),
        message: "not compressed with gzip (a TGS file is JSON compressed with gzip)"),
      .fires(
        "a download that stopped early", .tgs().truncated(toBytes: 200),
        message: "the gzip data is damaged or cut off"),
      .fires("no marker", .tgs(markerJSON: ""), message: "the marker \"tgs\": 1 is missing"),
      .fires(
        "a precomp that is not in the file", .tgs(assets: #"[{"id":"a","layers":[{"ty":0,"refId":"b"}]}]"#),
        message: "the precomp \"b\" does not exist"),
      .fires(
        "a precomp that contains itself", .tgs(assets: #"[{"id":"a","layers":[{"ty":0,"refId":"a"}]}]"#),
        message: "the precomp \"a\" contains itself"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard case .lottie(let file) = asset.content else { return [] }
  var found: [Evidence] = []
  if !file.isGzipCompressed, !options.messengerLimits.acceptsLottie {
    found.append(Evidence("not compressed with gzip (a TGS file is JSON compressed with gzip)"))
  }
  switch file.content {
  case .jsonTooLarge: break  // `tgs-file-size` reports it
  case .damaged(let reason): found.append(Evidence(reason))
  case .animation(let animation):
    if file.isGzipCompressed, !animation.hasTGSMarker {
      found.append(Evidence("the marker \"tgs\": 1 is missing"))
    }
    found += animation.firstEscapedFaults.map { Evidence($0) }
  }
  return found
}
