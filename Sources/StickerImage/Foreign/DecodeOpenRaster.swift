/// Decodes the merged image of an OpenRaster or Krita archive. Both formats store it as a PNG.
///
/// - Parameter format: The name of the format, for messages.
/// - Source: OpenRaster specification, "File Layout"; Krita writes the same file.
func decodeOpenRasterOrKrita(_ bytes: [UInt8], _ budget: DecodingBudget, format: String) throws(ImageError)
  -> ForeignImage
{
  let archive = try ZipDirectory(of: bytes, budget)
  guard let entry = archive["mergedimage.png"] else {
    throw .damaged(
      "the \(format) has no merged image. Save it again with the program that made it",
      at: ByteLocation(partOffset: 0))
  }
  let file = try archive.content(of: entry, in: bytes, maxBytes: budget.fileBytes)
  guard case .image(.png) = SniffedFormat(of: file) else {
    throw .damaged("mergedimage.png is not a PNG", at: ByteLocation(partName: "mergedimage.png"))
  }
  var limits = budget
  limits.formats = FormatSet(.png)
  let image: Image
  do throws(ImageError) {
    image = try Image(decoding: file, budget: limits)
  } catch {
    guard case .damaged(let damage) = error else { throw error }
    // Offsets inside the PNG would be wrong in the archive.
    throw .damaged(
      Damage(
        "mergedimage.png: \(damage.reason)", at: ByteLocation(partName: "mergedimage.png"),
        isUnsupported: damage.isUnsupported))
  }
  return ForeignImage([Frame(image.frames[0].bitmap)], profile: image.container.rgbProfile)
}

extension ImageContainer {
  /// The embedded profile, if it describes RGB colors.
  fileprivate var rgbProfile: [UInt8]? {
    profile.flatMap { $0.has("RGB ", at: 16) ? $0 : nil }
  }
}
