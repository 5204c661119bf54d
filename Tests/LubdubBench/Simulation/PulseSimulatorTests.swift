import Foundation
import LubdubBench
import LubdubGround
import TestSupport
import Testing

@Suite struct PulseSimulatorTests {
  @Test func `the shipped heart is what its seed makes, byte for byte, and small`() throws {
    for file in PulseSimulator(seed: 1).files() {
      let path = Recordings.packageRoot.appending(path: "datasets/pulse/\(file.name)").path
      #expect(try readFile(at: path) == file.bytes, "\(file.name)")
      #expect(file.bytes.count < 20_000)
    }
  }
}
