import LubdubLive
import LubdubSupport
import Synchronization
import TestSupport
import Testing

/// Two players whose ceremonies are kept in step over a transport in memory.
@Suite("A link between two players", .timeLimit(.minutes(1))) struct CeremonyLinkTests {
  private typealias Link = CeremonyLink<ManualClock>

  private final class Inbox: Sendable {
    private let values = Mutex<[Link.Received]>([])
    func add(_ value: Link.Received) { values.withLock { $0.append(value) } }
    var all: [Link.Received] { values.withLock { $0 } }
  }

  private struct End {
    let player: LivePlayer<ManualClock>
    let link: Link
    let inbox = Inbox()

    init(
      _ transport: InMemoryTransport, _ clock: ManualClock, sharesClock: Bool = false
    ) async throws {
      var configuration = Preset.eternalLoop.configuration
      configuration.live.reorder = sharesClock ? 0.3 : 0
      // Any zone that is known.
      configuration.ceremony.readyZone = 4
      player = try LivePlayer(configuration, clock: clock)
      link = Link(transport, to: player, sharesClock: sharesClock)
      await link.start()
      Task { [inbox, received = link.received] in
        for await value in received { inbox.add(value) }
      }
    }

    var phase: CeremonyPhase { get async { await player.snapshot.phase } }
  }

  /// Two ends that are near each other.
  private struct Pair {
    let clock = ManualClock()
    let transports = InMemoryTransport.pair()
    let host: End
    let guest: End

    init() async throws {
      host = try await End(transports.0, clock)
      guest = try await End(transports.1, clock)
      for step in 1...20 {
        clock.set(to: .milliseconds(100 * step))
        for end in [host, guest] { await end.player.process(.uwb(0.2)) }
      }
    }

    /// Waits until both ends are in a phase.
    func reach(_ phase: CeremonyPhase) async throws {
      while await (host.phase, guest.phase) != (phase, phase) {
        try await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  @Test
  func `A swipe on one phone completes the ring on both phones, and neither phone sends it twice`()
    async throws
  {
    let pair = try await Pair()
    try await pair.reach(.searching)
    pair.transports.0.connect()
    try await pair.reach(.readyToSend)
    await pair.host.player.process(.event(.sent))
    try await pair.reach(.attaching)
    await pair.guest.player.process(.event(.complete))
    try await pair.reach(.complete)
    #expect(await pair.host.player.snapshot.standing == CeremonyStanding(stage: .complete))
    #expect(pair.host.inbox.all.isEmpty && pair.guest.inbox.all.isEmpty)
  }

  @Test func `A ring sent while the link was down arrives after it is restored`() async throws {
    let pair = try await Pair()
    pair.transports.0.connect()
    try await pair.reach(.readyToSend)
    await pair.host.player.process(.event(.sent))
    try await pair.reach(.attaching)
    pair.transports.0.disconnect()
    try await pair.reach(.searching)
    await pair.guest.player.process(.event(.complete))
    #expect(await pair.guest.phase == .searching, "there is no link")
    pair.clock.set(to: .milliseconds(2200))
    pair.transports.1.connect()
    try await pair.reach(.attaching)
    await pair.guest.player.process(.event(.restarted))
    // A link that was lost takes the zone with it.
    try await pair.reach(.searching)
    #expect(await pair.host.player.snapshot.standing == CeremonyStanding(counter: 1))
  }

  @Test func `Messages and app data arrive unchanged, each as its own kind`() async throws {
    let pair = try await Pair()
    await #expect(throws: InMemoryTransport.Failure.notConnected) {
      try await pair.host.link.send(.readyToSend)
    }
    pair.transports.0.connect()
    let info = CeremonyMessage.SessionInfo(
      hostNickname: "Ané", guestNickname: "Bo", ring: .haloLuxury, message: "♥")
    let messages: [CeremonyMessage] = [.sessionInfo(info), .distanceUpdate(1.5), .ringSent]
    for message in messages { try await pair.host.link.send(message) }
    try pair.transports.0.send([1, 2, 3], reliably: true)
    try pair.transports.0.send(Array("{\"type\": \"dance\"}".utf8), reliably: true)
    while pair.guest.inbox.all.count < 5 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(pair.guest.inbox.all.prefix(3) == messages.map { .message($0) }[...])
    let others = pair.guest.inbox.all.compactMap {
      if case .other(let bytes, let fault) = $0 {
        "\(bytes.count) \(fault.reason.rawValue)"
      } else {
        nil
      }
    }
    #expect(others == ["3 not-json", "17 message-type"])
    // The ring has left the peer, which may have heard of it and taken it by now.
    let phase = await pair.guest.phase
    #expect(phase == .sending || phase == .attaching, "\(phase)")
    #expect(await pair.guest.player.receptions.taken == 22, "no distance of the peer counts")
  }

  @Test func `A token sent before the first connection or before a new connection arrives`()
    async throws
  {
    let pair = try await Pair()
    for token in [[1], [2, 3]] as [[UInt8]] {
      await #expect(throws: InMemoryTransport.Failure.notConnected) {
        try await pair.host.link.send(.token(token))
      }
    }
    for count in 1...2 {
      pair.transports.0.connect()
      while pair.guest.inbox.all.count < count { try await Task.sleep(for: .milliseconds(1)) }
      #expect(pair.guest.inbox.all.last == .message(.token([2, 3])))
      pair.transports.0.disconnect()
    }
  }

  /// A slow walk from 3 m, five ranges per second with errors of 10 cm, and the peer's distances 200 ms later.
  private func walk(
    seed: UInt64, sharesClock: Bool = false, offset: Meters = 0, hearsPeer: Bool = true
  ) async throws -> (error: Double, taken: Int, agreement: PeerAgreement) {
    let clock = ManualClock()
    let (near, far) = InMemoryTransport.pair()
    let end = try await End(near, clock, sharesClock: sharesClock)
    var random = SeededGenerator(seed: seed)
    // A connected peer that sends nothing counts as lost after 5 s, which ends the distance.
    if hearsPeer { near.connect() }
    func truth(_ step: Int) -> Double { 3 - 0.02 * Double(step) }
    func range(_ step: Int) -> Meters {
      let noise = (0..<12).reduce(-6.0) { sum, _ in sum + random.unit() }
      return Meters(truth(step) + 0.1 * noise)
    }
    var (squares, heard) = (0.0, 0)
    for step in 1...60 {
      clock.set(to: .milliseconds(200 * step))
      await end.player.process(.uwb(range(step)))
      guard
        case .object(var members) = try CeremonyMessage.distanceUpdate(
          max(0, range(step - 1) + offset)
        ).encode()
      else { continue }
      if sharesClock { members["t_s"] = .number(0.2 * Double(step - 1)) }
      if hearsPeer {
        try far.send(JSONWriter.encode(.object(members), lineLength: nil), reliably: false)
        heard += 1
        while end.inbox.all.count < heard { try await Task.sleep(for: .milliseconds(1)) }
      }
      guard step > 3 else { continue }
      let error = try #require(await end.player.snapshot.distance).value - truth(step)
      squares += error * error
    }
    let counts = await end.player.receptions
    return (
      (squares / 57).squareRoot(), counts.taken + counts.late, await end.link.agreement
    )
  }

  @Test func `The peer's distance is compared, and counts as a sample only with shared clocks`()
    async throws
  {
    var (own, both) = (0.0, 0.0)
    for seed in 1...6 as ClosedRange<UInt64> {
      let alone = try await walk(seed: seed, hearsPeer: false)
      let apart = try await walk(seed: seed)
      #expect(apart.error == alone.error && apart.agreement.isGiven == true)
      #expect(alone.agreement.isGiven == nil)
      let shared = try await walk(seed: seed, sharesClock: true)
      #expect(shared.taken > apart.taken + 50 && shared.error != alone.error)
      own += alone.error
      both += shared.error
    }
    // Distances that are 200 ms old count at their own time, so that they cost no accuracy.
    #expect(both < 1.05 * own, "\(both / 6) m with shared clocks, \(own / 6) m alone")
  }

  @Test func `Phones that measure different pairs don't agree`() async throws {
    let other = try await walk(seed: 1, sharesClock: false, offset: 1.5)
    #expect(other.agreement.isGiven == false)
    #expect(abs((other.agreement.difference ?? 0).value - 1.5) < 0.3)
  }

  @Test func `A distance is sent with its time only if the phones share a clock`()
    async throws
  {
    for sharesClock in [false, true] {
      let (near, far) = InMemoryTransport.pair()
      let end = try await End(near, ManualClock(), sharesClock: sharesClock)
      near.connect()
      try await end.link.send(.distanceUpdate(1.5))
      for await case .received(let bytes) in far.events {
        let value = try JSONParser.parse(bytes)
        guard value["type"]?.string == "distanceUpdate" else { continue }
        #expect(value["t_s"]?.number == (sharesClock ? 0 : nil))
        break
      }
    }
  }

  @Test func `A silent peer counts as lost after 5 s`() async throws {
    let clock = ManualClock()
    let (near, far) = InMemoryTransport.pair()
    let end = try await End(near, clock)
    near.connect()
    let listening = Task { [events = far.events] in
      var questions = 0
      for await event in events where event != .connected {
        if event == .disconnected { break }
        questions += 1
      }
      return questions
    }
    while await end.player.snapshot.phase != .failed(.linkLost) {
      clock.set(to: clock.now.offset + .milliseconds(100))
      try await Task.sleep(for: .milliseconds(1))
    }
    // Three attempts of 5 s follow.
    #expect(clock.now.offset >= .seconds(20))
    #expect(await listening.value > 1)
  }
}
