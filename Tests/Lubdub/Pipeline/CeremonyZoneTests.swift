import Lubdub
import Testing

@Suite("Ceremony and zones")
struct CeremonyZoneTests {
  @Test func `A suspended session loses its zone, and resuming changes nothing`() throws {
    var rows: [Sample] = [.event(.connected, at: 0)]
    rows += (0..<10).map { .uwb(0.1, at: Seconds(Double($0) / 4)) }
    rows += [.event(.suspended, at: 2.5), .event(.resumed, at: 3.5)]
    // Lets time pass.
    rows.append(.event(.manualTriggerReleased, at: 20))
    let session = try Session(rows, Preset.eternalLoop.configuration)
    let phases = session.actions.compactMap { action -> CeremonyPhase? in
      if case .phase(_, let to) = action.kind { to } else { nil }
    }
    #expect(phases == [.readyToSend, .searching])
    #expect(session.zoneChanges.last?.to == nil)
  }
}
