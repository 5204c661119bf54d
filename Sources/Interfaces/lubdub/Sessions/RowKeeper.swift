import Observations
import Lubdub
import Reports
import Sessions
import Traces

/// A session's recorder, with the rows where a page needs them.
struct RowKeeper: SessionOutput {
  private(set) var recorder: SessionRecorder
  /// The rows; empty where none is kept.
  private(set) var records: [TraceRecord] = []
  private let isKeeping: Bool

  init(_ recorder: SessionRecorder, isKeeping: Bool) {
    self.recorder = recorder
    self.isKeeping = isKeeping
  }

  mutating func decided(_ decision: Decision) { recorder.decided(decision) }

  mutating func processed(_ record: TraceRecord, _ estimate: DistanceEstimate?, zone: Int?) {
    recorder.processed(record, estimate, zone: zone)
    if isKeeping { records.append(record) }
  }
}
