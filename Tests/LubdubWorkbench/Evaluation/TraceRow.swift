import Lubdub
import LubdubTraces

/// A row for tests, from bare numbers.
struct TraceRow {
  let record: TraceRecord

  init(time: Double, range: Double, truth: Double?) {
    record = TraceRecord(
      .uwb(Meters(range), at: Seconds(time)), truth: truth.map { Meters($0) })
  }

  init(time: Double, rssi: Double, truth: Double?) {
    record = TraceRecord(
      .ble(DBm(rssi), at: Seconds(time)), truth: truth.map { Meters($0) })
  }
}
