// https://developer.apple.com/documentation/foundation/listformatter
//
// Part of Foundation on a Mac, but missing from swift-corelibs-foundation.
open class ListFormatter: Formatter {
  open class func localizedString(byJoining strings: [String]) -> String { fatalError() }
}
