// https://developer.apple.com/documentation/messages/msstickersize
public enum MSStickerSize: Int, Sendable {
  case small, regular, large
}
