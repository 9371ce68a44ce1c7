/// What the measures that the selected rules asked for have found.
public struct Survey: Hashable, Sendable {
}
