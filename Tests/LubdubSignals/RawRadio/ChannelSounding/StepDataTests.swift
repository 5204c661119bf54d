import Lubdub
import LubdubSignals
import Testing

@Suite struct StepDataTests {
  @Test func `A step of a real log gives the documented tone`() throws {
    let bytes: [UInt8] = [
      0x02, 0x05, 0x09, 0x00, 0xD2, 0xDF, 0x04, 0x00, 0xFF, 0x5F, 0x00, 0x12,
    ]
    let data = try StepData(bytes)
    let tone = try #require(data.tones.first)
    #expect(data.tones.count == 1)
    #expect(tone.channel == 5)
    #expect(tone.value == Complex(-46, 77))
    #expect(tone.quality == .high)
  }

  @Test func `Four antenna paths are ordered as the step specifies`() throws {
    // Order 12 of four paths is A1 A4 A3 A2.
    let slots = (1...5).flatMap { [UInt8($0), 0, 0, 0] as [UInt8] }
    let data = try StepData([2, 10, 0x15, 12] + slots)
    #expect(data.tones.map(\.path) == [0, 3, 2, 1])
    #expect(data.tones.map(\.value.real) == [1, 2, 3, 4])
  }

  @Test func `Steps of mode 0 show the role`() throws {
    #expect(try StepData([0, 11, 5, 0, 0, 0, 0, 0]).role == .initiator)
    #expect(try StepData([0, 11, 3, 0, 0, 0]).role == .reflector)
  }

  @Test(
    arguments: [
      ([2], "step 1 is cut short"),
      ([2, 5, 9, 0], "step 1 is cut short: expected 9 bytes, found 1"),
      ([7, 5, 0], "step 1 has mode 7"), ([2, 5, 3, 0, 0, 0], "step 1 has 3 bytes of tones"),
      ([2, 5, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0], "step 1 has order 1 of 1 antenna paths"),
      ([1, 5, 2, 0, 0], "step 1 has 2 bytes"),
    ] as [([UInt8], String)])
  func `Damaged steps are rejected with step and rule`(_ bytes: [UInt8], _ message: String) {
    #expect {
      try StepData(bytes)
    } throws: { error in
      "\(error)".hasPrefix(message)
    }
  }

  @Test(arguments: [5, 22, 62])
  func `A step with more than four antenna paths is rejected`(paths: Int) {
    let tones = [UInt8](repeating: 0, count: 1 + 4 * (paths + 1))
    #expect(throws: StepData.Fault.self) { try StepData([2, 5, UInt8(tones.count)] + tones) }
  }

  @Test func `The round trip only selects among the aliases`() {
    var procedure = SoundingProcedure(paths: [])
    #expect(procedure.unaliased(5) == 5)
    procedure.roundTrip = 9
    #expect(procedure.unaliased(5) == 5)
    procedure.roundTrip = 150
    #expect(abs(procedure.unaliased(5).value - 154.851) < 0.01)
    procedure.roundTrip = 30
    #expect(abs(procedure.unaliased(148).value + 1.851) < 0.01)
  }

  @Test func `Times of both sides give the round trip`() throws {
    // 100 units of 0.5 ns there and back: 25 ns one way, 7.49 m.
    let initiator = try StepData([1, 5, 6, 0, 0, 0, 200, 0, 0])
    let reflector = try StepData([1, 5, 6, 0, 0, 0, 100, 0, 0])
    let procedure = SoundingProcedure(initiator: initiator, reflector: reflector)
    #expect(abs((procedure.roundTrip?.value ?? 0) - 7.4926) < 0.001)
  }
}
