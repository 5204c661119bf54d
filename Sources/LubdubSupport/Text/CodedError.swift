#if !hasFeature(Embedded)
/// An error with a code, by which an app finds words of its own, such as in a table of localized texts.
public protocol CodedError: Error {
  /// The name of the kind of error. It stays the same from version to version.
  var code: String { get }
  /// The values for the words, in their order: names, keys, and rules.
  var arguments: [String] { get }
}

extension CodedError {
  /// No values.
  public var arguments: [String] { [] }
}

extension CodedError where Self: RawRepresentable<String> {
  /// The raw value.
  public var code: String { rawValue }
}

extension ReadError: CodedError {
  /// `unreadable`, `empty`, and so on; of a rejected row, the name of the reason.
  public var code: String {
    switch kind {
    case .unreadable: "unreadable"
    case .empty: "empty"
    case .unrecognised: "unrecognized"
    case .unknownFormat: "unknown-format"
    case .damagedCompression: "damaged-compression"
    case .tooMuch: "too-much"
    case .rejected(let reason): reason.rawValue
    }
  }

  /// The path, and the line where one is to blame.
  public var arguments: [String] { [path] + (line.map { ["\($0)"] } ?? []) }
}
#endif
