public import Quantities

/// The unit in which intervals between heartbeats are stated everywhere in the field: milliseconds.
public typealias Milliseconds = Quantity<MillisecondUnit>

/// The millisecond.
public enum MillisecondUnit: LinearUnit {
  /// `ms`
  public static var symbol: String { "ms" }
}

extension Quantity where Unit == MillisecondUnit {
  /// The same time in seconds.
  public var seconds: Seconds { Seconds(value / 1000) }
}
