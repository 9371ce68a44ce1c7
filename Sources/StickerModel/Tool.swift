/// This program, as its reports name it.
public enum Tool {
  /// The command.
  public static let name = "stickerlint"
  /// By semantic versioning.
  public static let version = "0.1.0"
}
