import Testing

@testable import StickerEngine
@testable import StickerPacker

@Suite struct CatalogDeclarationTests {
  @Test(
    "a document without a grid size means regular, and an invalid grid size or document gives none",
    arguments: [
      ("{}", GridSize.regular), (#"{"properties":{}}"#, .regular),
      (#"{"properties":{"grid-size":"large"}}"#, .large), (#"{"properties":{"grid-size":"medium"}}"#, nil),
      (#"{"properties":{"grid-size":3}}"#, nil), (#"{"properties":[]}"#, nil), ("[]", nil), ("{", nil),
      (nil, nil),
    ] as [(String?, GridSize?)])
  func gridSize(_ text: String?, _ expected: GridSize?) {
    let listing = catalogPackDeclaration(of: Path("P.stickerpack"), assets: [], icons: nil) { _ in
      text.map { Array($0.utf8) }
    }
    #expect(listing.metadata.gridSize == expected)
  }
}
