/// Names that a trace repeats on every row, each stored once and identified by its index.
public struct NameTable: Sendable, Hashable {
  /// The place of a name in its table.
  public typealias Index = Int32

  /// The names, in the order of their first appearance.
  public private(set) var names: [String] = []
  private var places: [String: Index] = [:]

  /// The maximum number of names; a trace with more does not use the column as intended.
  public static let limit = Bound.links.usual

  /// An empty table.
  public init() {}

  /// The name at an index that this table returned.
  public subscript(index: Index) -> String { names[Int(index)] }

  /// The index of a name, which is added if it is new; `nil` if the table is full.
  public mutating func index(of name: String) -> Index? {
    if let known = places[name] { return known }
    guard names.count < Self.limit else { return nil }
    let new = Index(names.count)
    names.append(name)
    places[name] = new
    return new
  }

  /// The index of a name, if it has been seen.
  public func find(_ name: String) -> Index? { places[name] }
}
