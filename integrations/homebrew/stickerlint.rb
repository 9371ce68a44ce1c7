class Stickerlint < Formula
  desc "Checks, fixes and packs stickers for iMessage"
  homepage "https://github.com/OWNER/stickerlint"
  # `make dist` fills in both values, and puts the formula next to the archive.
  url "https://github.com/OWNER/stickerlint/releases/download/v0.1.0/stickerlint-0.1.0-source.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "giflib"
  depends_on "jpeg-turbo"
  depends_on "libdeflate"
  depends_on "libpng"
  depends_on "libvpx"
  depends_on "libyaml"
  depends_on "webp"
  depends_on "xxhash"

  def install
    system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", "stickerlint",
           "-Xcc", "-I#{HOMEBREW_PREFIX}/include", "-Xlinker", "-L#{HOMEBREW_PREFIX}/lib"
    bin.install ".build/release/stickerlint"
    generate_completions_from_executable(bin/"stickerlint", "--generate-completion-script")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/stickerlint --version")
    (testpath/"broken.png").write "no picture"
    assert_match "unsupported-format", shell_output("#{bin}/stickerlint lint broken.png --format concise", 1)
  end
end
