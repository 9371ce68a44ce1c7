// https://developer.apple.com/documentation/uikit/uitextfield
@MainActor open class UITextField: UIControl, UITextInputTraits {
  open var text: String?
  open var placeholder: String?
  open var font: UIFont?
  open var textColor: UIColor?
  open var textAlignment: NSTextAlignment = .natural
  open var borderStyle: UITextField.BorderStyle = .none
  open var clearButtonMode: UITextField.ViewMode = .never
  open weak var delegate: (any UITextFieldDelegate)?
  open var returnKeyType: UIReturnKeyType = .default
  open var autocapitalizationType: UITextAutocapitalizationType = .sentences
  open var autocorrectionType: UITextAutocorrectionType = .default
  open var keyboardType: UIKeyboardType = .default
  open var enablesReturnKeyAutomatically = false

  // https://developer.apple.com/documentation/uikit/uitextfield/borderstyle-swift.enum
  public enum BorderStyle: Int, Sendable {
    case none, line, bezel, roundedRect
  }

  // https://developer.apple.com/documentation/uikit/uitextfield/viewmode
  public enum ViewMode: Int, Sendable {
    case never, whileEditing, unlessEditing, always
  }
}

// https://developer.apple.com/documentation/uikit/uitextinput/markedtextrange
extension UITextField {
  public var markedTextRange: UITextRange? { fatalError() }
}

// https://developer.apple.com/documentation/uikit/uitextinput/selectedtextrange
extension UITextField {
  public var selectedTextRange: UITextRange? {
    get { fatalError() }
    set {}
  }
}

// https://developer.apple.com/documentation/uikit/uitextrange
@MainActor open class UITextRange: NSObject {}

extension UITextField: UIContentSizeCategoryAdjusting {
  public var adjustsFontForContentSizeCategory: Bool {
    get { fatalError() }
    set {}
  }
}

// https://developer.apple.com/documentation/uikit/uitextfielddelegate
@MainActor public protocol UITextFieldDelegate: NSObjectProtocol {
  func textFieldShouldReturn(_ textField: UITextField) -> Bool
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool
}

extension UITextFieldDelegate {
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool { fatalError() }
  public func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool { fatalError() }
}

// https://developer.apple.com/documentation/uikit/uitextinputtraits
@MainActor public protocol UITextInputTraits: NSObjectProtocol {}

// https://developer.apple.com/documentation/uikit/uireturnkeytype
public enum UIReturnKeyType: Int, Sendable {
  case `default`, go, google, join, next, route, search, send, yahoo, done
}

// https://developer.apple.com/documentation/uikit/uitextautocapitalizationtype
public enum UITextAutocapitalizationType: Int, Sendable {
  case none, words, sentences, allCharacters
}

// https://developer.apple.com/documentation/uikit/uitextautocorrectiontype
public enum UITextAutocorrectionType: Int, Sendable {
  case `default`, no, yes
}

// https://developer.apple.com/documentation/uikit/uikeyboardtype
public enum UIKeyboardType: Int, Sendable {
  case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress
}
