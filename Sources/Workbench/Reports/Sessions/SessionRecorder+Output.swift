package import Observations
package import Sessions
package import Traces

extension SessionRecorder: SessionOutput {
  package mutating func processed(_ record: TraceRecord, _ estimate: DistanceEstimate?, zone: Int?)
  {
    processed(record.observation, truth: record.truth, estimate, zone: zone)
  }
}
