import ArgumentParser
import Stickers

/// What the command line says in place of a description; each option is called as the key is.
struct PackOptionsGiven: ParsableArguments {
  @Option(help: "What the pack is called; what its description or its folder says unless given.")
  var name: String?
  @Option(
    help: "The picture that icons are made from: a square of at least 1024 px.", completion: .file())
  var icon: Path?
  @Option(help: ArgumentHelp("What a transparent icon lies on: '#FFD54F'.", valueName: "color"))
  var iconBackground: String?
  @Option(
    help: ArgumentHelp("The color of the app's sticker browser: '#FFFFFF'.", valueName: "color"))
  var background: String?
  @Option(
    help: ArgumentHelp(
      "For --template interactive-message: what describes the message; a message.yml beside the art unless "
        + "given.",
      valueName: "message.yml"),
    completion: .file(extensions: ["yml"]))
  var message: Path?

  func validate() throws {
    if name == "" { throw ValidationError("--name needs a name") }
    for (option, text) in [("--icon-background", iconBackground), ("--background", background)] {
      guard let text, rgbColor(text) == nil else { continue }
      throw ValidationError("\(option) must be a color like '#FFD54F', not \"\(shortened(text))\"")
    }
  }

  /// The options that were given.
  var options: [String] {
    [
      name.map { _ in "--name" }, icon.map { _ in "--icon" }, iconBackground.map { _ in "--icon-background" },
      background.map { _ in "--background" }, message.map { _ in "--message" },
    ].compactMap(\.self)
  }

  /// The files that were given.
  var files: [Path] { [icon, message].compactMap(\.self) }

  func overrides() -> PackOverrides {
    PackOverrides(
      name: name, icon: icon, message: message, iconBackground: iconBackground.flatMap(rgbColor),
      background: background.flatMap(rgbColor))
  }
}
