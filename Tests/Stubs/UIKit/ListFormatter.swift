// https://developer.apple.com/documentation/foundation/listformatter
//
// Foundation's on a Mac; swift-corelibs-foundation has none.
open class ListFormatter: Formatter {
  open class func localizedString(byJoining strings: [String]) -> String { fatalError() }
}
