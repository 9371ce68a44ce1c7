import PackagePlugin

/// `swift package --allow-writing-to-package-directory fix-stickers [PATH or option of fix ...]`: without
/// any, what is lossless is fixed in place, in all of the package.
@main struct FixStickers: StickerCommand {
  func words(_ given: [String]) -> [String] { ["fix"] + (given.isEmpty ? ["--in-place"] : given) }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension FixStickers: XcodeCommandPlugin {}
#endif
