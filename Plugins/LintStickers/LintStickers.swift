import PackagePlugin

/// `swift package lint-stickers [--target NAME] [PATH or option of lint ...]`: without a path, all of the
/// package.
@main struct LintStickers: StickerCommand {
  func words(_ given: [String]) -> [String] { ["lint"] + given }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension LintStickers: XcodeCommandPlugin {}
#endif
