package import Link
package import Sessions
package import TraceReading

extension SessionRecorder: SessionOutput {
  package mutating func processed(_ record: TraceRecord, _ estimate: DistanceEstimate?, zone: Int?)
  {
    processed(record.observation, truth: record.truth, estimate, zone: zone)
  }
}
