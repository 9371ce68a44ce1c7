// https://developer.apple.com/documentation/uikit
// UIKit re-exports Foundation.
@_exported import Foundation
