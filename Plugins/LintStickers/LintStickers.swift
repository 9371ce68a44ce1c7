import PackagePlugin

/// Adds `swift package lint-stickers [--target NAME] [PATH or option of lint ...]`, which runs `stickerlint
/// lint`. Without a path it checks the whole package.
@main struct LintStickers: StickerCommand {
  func stickerlintArguments(from given: [String]) -> [String] { ["lint"] + given }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension LintStickers: XcodeCommandPlugin {}
#endif
