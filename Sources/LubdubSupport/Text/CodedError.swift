#if !hasFeature(Embedded)
/// An error with a code that an app can use to find its own text, such as in a table of localized texts.
public protocol CodedError: Error {
  /// The name of the kind of error. It stays the same from version to version.
  var code: String { get }
  /// The values for the text, in their order: names, keys, and rules.
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
  /// The code: `unreadable`, `empty`, and so on; for a rejected row, the name of the reason.
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

  /// The path, and the line of the error if there is one.
  public var arguments: [String] { [path] + (line.map { ["\($0)"] } ?? []) }
}
#endif
