@testable import StickerEngine
@testable import StickerImage

/// An asset with findings but without pixels.
func asset(_ path: Path, bytes: Int? = 1234, format: ImageFormat? = .png, _ findings: Finding...)
  -> AssetAnalysis
{
  let content: Asset.Content =
    format.map { .image(ImageContainer(format: $0, canvas: PixelSize(408, 306))) }
    ?? .unsupportedFormat(ForeignFormat(nil))
  let asset = Asset(path: path, role: .sticker, byteCount: bytes, content: content)
  return AssetAnalysis(asset, pack: nil, findings: findings)
}

func finding(
  _ rule: String, _ severity: Severity, on path: Path, _ message: String,
  _ figure: MeasuredValueAndLimit? = nil,
  at location: FindingLocation = .file
) -> Finding {
  Finding(
    rule: rule, severity: severity, path: path, evidence: Evidence(message, figure, at: location),
    advice: "Do something about \(rule).", failsRun: severity == .error)
}

func report(_ assets: [AssetAnalysis], packs: [Finding] = []) -> Report {
  Report(assets: assets, packFindings: packs)
}

/// Two files with findings, one without, and a finding about the pack.
let sampleReport = report(
  [
    asset(
      Path("art/moon.png"),
      finding(
        "pixel-dimensions", .error, on: Path("art/moon.png"),
        "617 × 299 px: the shorter side must be at least 300 px",
        MeasuredValueAndLimit(299, limit: 300, unit: .pixels),
        at: .canvas),
      finding("icon-image", .hint, on: Path("art/moon.png"), "617 × 299 px: not square")),
    asset(Path("art/star.png")),
    asset(
      Path("art/sun.png"),
      finding(
        "frame-delay", .warning, on: Path("art/sun.png"), "frame 3 lasts 16.6 ms; at least 20 ms",
        MeasuredValueAndLimit(16.6, limit: 20, unit: .milliseconds), at: .frame(2)),
      finding("pixel-dimensions", .error, on: Path("art/sun.png"), "900 × 900 px: at most 618 px")),
  ],
  packs: [finding("mixed-sizes", .warning, on: Path("art"), "2 sizes; 1 is best")])

/// Hostile file names: they contain terminal control characters, line breaks, bidirectional overrides,
/// invalid UTF-8 or Markdown.
let hostilePaths: [Path] = [
  Path("a\u{1B}[2Jb.png"), Path("new\nline.png"), Path("tab\t.png"), Path("\u{202E}gnp.exe"),
  Path(bytes: [0x61, 0xFF, 0xFE, 0x2E, 0x70, 0x6E, 0x67]), Path("\u{9B}31m.png"),
  Path("quote\"back\\slash.png"),
  Path("line\u{2028}separator.png"), Path("\u{7F}delete.png"), Path("\u{FEFF}mark.png"),
  Path("e\u{301} 👩‍🎨.png"),
]
