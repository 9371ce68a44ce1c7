/// Scripts and styles of the preview page: plain files beside this one, put into the program when it is
/// built.
package enum PreviewFiles {
  /// All styles of the page as one style sheet.
  package static let style =
    PageFiles.pageCSS + PageFiles.dropCSS + PageFiles.gridCSS + PageFiles.sheetCSS + PageFiles.packCSS
    + PageFiles.messengersCSS + PageFiles.looksCSS
    + PageFiles.describeCSS + PageFiles.describeallCSS
    + PageFiles.stickersCSS + PageFiles.viewsCSS + PageFiles.scenesCSS + PageFiles.messagesCSS

  /// Everything that the page does, for the place where it is shown.
  package static func script(of place: PreviewPlace) -> String {
    let common = [
      PageFiles.framesJS, PageFiles.gifJS, PageFiles.apngJS, PageFiles.webpJS, PageFiles.artJS,
      PageFiles.scenesJS, PageFiles.looksJS, PageFiles.closelyJS, PageFiles.playerJS, PageFiles.compareJS,
      PageFiles.stickersJS,
      PageFiles.filtersJS, PageFiles.gridJS, PageFiles.chooseJS, PageFiles.paneJS,
    ]
    let own =
      switch place {
      case .file: [String]()
      case .dropPage:
        [
          PageFiles.dropJS, PageFiles.foreignJS, PageFiles.unzipJS, PageFiles.newsJS, PageFiles.checkingJS,
          PageFiles.sayJS, PageFiles.actJS,
          PageFiles.sheetJS, PageFiles.orderJS, PageFiles.packJS, PageFiles.describeJS,
          PageFiles.languagesJS, PageFiles.lacksJS, PageFiles.describeallJS, PageFiles.saveJS,
          PageFiles.contactJS, PageFiles.sizeJS, PageFiles.messengersJS,
        ]
      }
    let parts = common + own + [PageFiles.startJS]
    // One scope of its own, and no loose ends of the language.
    return "(() => {\n\"use strict\";\n" + parts.joined() + "})();\n"
  }
}
