import Observations
import Quantities

/// Rows that are read column by column before they are passed on together. It stays in the
/// first-level cache.
struct RowBatch: Sendable {
  /// The most rows of a batch: as many as a word has bits.
  static let size = 64

  private var records: [TraceRecord]
  private var numbers: [Double]

  /// Where rows are built.
  struct Storage {
    /// The rows.
    let records: UnsafeMutableBufferPointer<TraceRecord>
    /// Room for one number of each row.
    let numbers: UnsafeMutablePointer<Double>
  }

  init() {
    let none = TraceRecord(Observation(time: 0, radio: .uwb))
    records = [TraceRecord](repeating: none, count: Self.size)
    numbers = [Double](repeating: 1, count: Self.size)
  }

  /// Gives the storage, for as long as `body` runs.
  mutating func withStorage<Result>(_ body: (Storage) -> Result) -> Result {
    records.withUnsafeMutableBufferPointer { records in
      numbers.withUnsafeMutableBufferPointer { numbers in
        body(Storage(records: records, numbers: numbers.baseAddress.unsafelyUnwrapped))
      }
    }
  }
}
