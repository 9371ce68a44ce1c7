import PackagePlugin

/// Adds `swift package --allow-writing-to-package-directory fix-stickers [PATH or option of fix
/// ...]`, which runs `stickerlint fix`. It fixes in place unless an option says otherwise. Without a path it
/// fixes the whole package.
@main struct FixStickers: StickerCommand {
  func stickerlintArguments(from given: [String]) -> [String] {
    let overridingOptions = ["--in-place", "--output", "-o", "--diff", "--check", "--help", "-h"]
    let addsInPlace = !given.contains { overridingOptions.contains($0) || $0.hasPrefix("--output=") }
    return ["fix"] + (addsInPlace ? ["--in-place"] : []) + given
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension FixStickers: XcodeCommandPlugin {}
#endif
