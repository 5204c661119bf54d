import Lubdub
import LubdubTraces
import Testing

@testable import LubdubWorkbench

@Suite struct RecordingTests {
  @Test func `Recordings with the same times and different levels have different digests`() {
    let digests = [-60.0, -80, -71].map { level in
      Recording(
        dataset: "a", name: "rest",
        records: (0..<4).map { TraceRecord(.ble(DBm(level - Double($0)), at: Seconds(Double($0)))) }
      ).digest
    }
    #expect(Set(digests).count == 3)
  }
}
