/// The build settings of a project and its two targets.
struct BuildSettings {
  /// The two configurations of an Xcode project.
  enum Configuration: String, CaseIterable {
    case debug = "Debug"
    case release = "Release"
  }
  typealias Setting = (key: String, value: PropertyList)

  private let description: ProjectDescription
  private let names: ProjectNames

  init(_ description: ProjectDescription, _ names: ProjectNames) {
    (self.description, self.names) = (description, names)
  }

  /// What both targets inherit.
  func ofProject(_ configuration: Configuration) -> [Setting] {
    let settings: [Setting] = [
      ("ALWAYS_SEARCH_USER_PATHS", "NO"), ("COPY_PHASE_STRIP", "NO"),
      ("ENABLE_STRICT_OBJC_MSGSEND", "YES"), ("ENABLE_USER_SCRIPT_SANDBOXING", "YES"),
      ("GCC_NO_COMMON_BLOCKS", "YES"), ("GCC_WARN_ABOUT_RETURN_TYPE", "YES_ERROR"),
      ("GCC_WARN_UNINITIALIZED_AUTOS", "YES_AGGRESSIVE"),
      ("IPHONEOS_DEPLOYMENT_TARGET", .text(description.deploymentTarget)), ("SDKROOT", "iphoneos"),
    ]
    let warnings: [Setting] = usualWarnings.map { ($0, "YES") }
    let code = description.template.hasCode ? ofSwift(configuration) : []
    let own: [Setting] =
      switch configuration {
      case .debug:
        [
          ("DEBUG_INFORMATION_FORMAT", "dwarf"), ("ENABLE_TESTABILITY", "YES"),
          ("GCC_OPTIMIZATION_LEVEL", "0"), ("ONLY_ACTIVE_ARCH", "YES"),
        ]
      case .release:
        [
          ("DEBUG_INFORMATION_FORMAT", "dwarf-with-dsym"), ("ENABLE_NS_ASSERTIONS", "NO"),
          ("VALIDATE_PRODUCT", "YES"),
        ]
      }
    return sorted(settings + warnings + code + own)
  }

  private func ofSwift(_ configuration: Configuration) -> [Setting] {
    let own: [Setting] =
      switch configuration {
      case .debug:
        [
          ("SWIFT_ACTIVE_COMPILATION_CONDITIONS", "DEBUG $(inherited)"),
          ("SWIFT_OPTIMIZATION_LEVEL", "-Onone"),
        ]
      case .release: [("SWIFT_COMPILATION_MODE", "wholemodule")]
      }
    return [("CLANG_ENABLE_MODULES", "YES"), ("SWIFT_VERSION", "6.0")] + own
  }

  /// What the app's target has.
  func ofApp(_ configuration: Configuration) -> [Setting] {
    sorted(ofBoth(names.bundleIdentifier, names.appInfo))
  }

  /// What the extension's target has.
  func ofPack(_ configuration: Configuration) -> [Setting] {
    let own: [Setting] =
      description.template.hasCode
      ? [
        ("APPLICATION_EXTENSION_API_ONLY", "YES"),
        ("LD_RUNPATH_SEARCH_PATHS", .list(runpaths.map { .text($0) })),
      ]
      : [("INFOPLIST_KEY_NSStickerSharingLevel", "OS")]
    return sorted(ofBoth(names.packIdentifier, names.packInfo) + own + [("SKIP_INSTALL", "YES")])
  }

  private func ofBoth(_ identifier: String, _ information: String) -> [Setting] {
    [
      ("ASSETCATALOG_COMPILER_APPICON_NAME", .text(appIconName)), ("CODE_SIGN_STYLE", "Automatic"),
      ("CURRENT_PROJECT_VERSION", .text(description.build)), ("GENERATE_INFOPLIST_FILE", "YES"),
      ("INFOPLIST_FILE", .text(information)), ("MARKETING_VERSION", .text(description.version)),
      ("PRODUCT_BUNDLE_IDENTIFIER", .text(identifier)), ("PRODUCT_NAME", "$(TARGET_NAME)"),
      ("TARGETED_DEVICE_FAMILY", "1,2"),
    ]
  }

  private func sorted(_ settings: [Setting]) -> [Setting] { settings.sorted { precedes($0.key, $1.key) } }
}

/// Where an extension finds frameworks: in itself, and in the app around it.
private let runpaths: [String] = [
  "$(inherited)", "@executable_path/Frameworks", "@executable_path/../../Frameworks",
]

/// Xcode asks people to turn these on where a project does not, even one without code to warn of.
private let usualWarnings = [
  "CLANG_WARN_BLOCK_CAPTURE_AUTORELEASING", "CLANG_WARN_BOOL_CONVERSION", "CLANG_WARN_COMMA",
  "CLANG_WARN_CONSTANT_CONVERSION", "CLANG_WARN_DEPRECATED_OBJC_IMPLEMENTATIONS", "CLANG_WARN_EMPTY_BODY",
  "CLANG_WARN_ENUM_CONVERSION", "CLANG_WARN_INFINITE_RECURSION", "CLANG_WARN_INT_CONVERSION",
  "CLANG_WARN_NON_LITERAL_NULL_CONVERSION", "CLANG_WARN_OBJC_IMPLICIT_RETAIN_SELF",
  "CLANG_WARN_OBJC_LITERAL_CONVERSION", "CLANG_WARN_QUOTED_INCLUDE_IN_FRAMEWORK_HEADER",
  "CLANG_WARN_RANGE_LOOP_ANALYSIS", "CLANG_WARN_STRICT_PROTOTYPES", "CLANG_WARN_SUSPICIOUS_MOVE",
  "CLANG_WARN_UNREACHABLE_CODE", "CLANG_WARN__DUPLICATE_METHOD_MATCH", "GCC_WARN_64_TO_32_BIT_CONVERSION",
  "GCC_WARN_UNDECLARED_SELECTOR", "GCC_WARN_UNUSED_FUNCTION", "GCC_WARN_UNUSED_VARIABLE",
]
