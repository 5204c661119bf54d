/// How a timeline is written; every format looks only at what concerns it.
public struct ExportOptions: Sendable, Hashable {
  /// The pattern's name, for formats that have a place for one.
  public var name = "lubdub"

  /// The usual options.
  public init() {}
}
