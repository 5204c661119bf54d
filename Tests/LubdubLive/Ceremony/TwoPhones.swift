import LubdubLive
import TestSupport

/// Two simulated phones in a ceremony over a link that loses, delays, repeats, and reorders messages, and is down for a while.
/// Everything that happens is one of its events, in the order of time.
struct TwoPhones {
  struct Phone {
    var ceremony = Ceremony()
    var exchange = CeremonyExchange()
    var isUp = false
    var connections = 0
    var zone: Int?
    /// The played cues, by the counter of the ring.
    var cues: [UInt32: [Cue]] = [:]
    var isWaitingToAttach = false
  }

  enum Happening {
    case connect(Int)
    /// The loss of an end's connection, which may have been replaced before it is noticed.
    case lose(Int, connection: Int)
    case enter(Int, Int?)
    case hear(Int, CeremonyMessage)
    /// An action of users or the app: swipe, attach, begin again.
    case act(Int, LinkEvent)
    case ask(Int)
    case pass(Int)
    case cut
    case restore
    case reconnect
  }

  /// The chance that a message is lost.
  let loss: Double
  private(set) var phones = [Phone(), Phone()]
  private(set) var now = Seconds.zero
  /// The number of messages in flight.
  private(set) var inFlight = 0
  private var random: SeededGenerator
  private var queue: [(time: Seconds, number: Int, happening: Happening)] = []
  private var count = 0
  private var isCut = false

  init(seed: UInt64, loss: Double, outage: Bool, restarts: Bool) {
    random = SeededGenerator(seed: seed)
    self.loss = loss
    for end in 0...1 {
      add(.connect(end), after: time(0, 0.5))
      add(.enter(end, 3), after: time(0.5, 1.5))
      add(.enter(end, 1), after: time(2, 4))
    }
    add(.act(0, .sent), after: time(3, 8))
    if restarts { add(.act(Int.random(in: 0...1, using: &random), .restarted), after: time(3, 14)) }
    if outage {
      let start = time(0.5, 12)
      add(.cut, after: start)
      add(.restore, after: start + time(0.1, 14.4))
    }
  }

  private mutating func time(_ low: Double, _ high: Double) -> Seconds {
    Seconds(Double.random(in: low...high, using: &random))
  }

  private mutating func chance(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < share
  }

  private mutating func add(_ happening: Happening, after delay: Seconds) {
    queue.append((now + delay, count, happening))
    count += 1
  }

  /// Whether nothing is in flight, asked, or about to change.
  var isQuiet: Bool {
    inFlight == 0 && !isCut && phones[0].isUp && phones[1].isUp && phones[0].zone == phones[1].zone
      && phones.allSatisfy { $0.exchange.nextDeadline == nil }
  }

  var phases: [CeremonyPhase] { phones.map(\.ceremony.phase) }
  var standings: [CeremonyStanding] { phones.map(\.ceremony.standing) }

  /// Lets everything happen up to a time. `check` is called after each step.
  mutating func run(until end: Seconds, _ check: (borrowing TwoPhones) -> Void = { _ in }) {
    while let place = nextPlace, queue[place].time <= end {
      let next = queue.remove(at: place)
      now = next.time
      handle(next.happening)
      check(self)
    }
    now = end
  }

  private var nextPlace: Int? {
    queue.indices.min { (queue[$0].time, queue[$0].number) < (queue[$1].time, queue[$1].number) }
  }

  private mutating func handle(_ happening: Happening) {
    switch happening {
    case .cut:
      isCut = true
      for end in 0...1 where chance(0.8) {
        add(.lose(end, connection: phones[end].connections), after: time(0, 2))
      }
    case .restore:
      isCut = false
      handle(.reconnect)
    case .reconnect:
      guard !isCut, phones.contains(where: { !$0.isUp }) else { return }
      reconnect()
    case .connect(let end):
      guard !isCut, !phones[end].isUp else { return }
      phones[end].isUp = true
      phones[end].connections += 1
      phones[end].exchange.connect()
      act(end) { $0.handle(.connected, at: $1) }
    case .lose(let end, let connection):
      guard connection == phones[end].connections, isCut || !phones[1 - end].isUp else { return }
      lose(end)
    case .enter(let end, let zone):
      phones[end].zone = zone
      act(end) { $0.enter(zone: zone, at: $1) }
    case .hear(let end, let message):
      inFlight -= 1
      guard !isCut, case .standing(let standing, let asks) = message,
        phones[end].exchange.hear(standing, asks: asks, at: now)
      else { return }
      act(end) { $0.hear(standing, at: $1) }
    case .act(let end, let event):
      act(end) { $0.handle(event, at: $1) }
      // Users whose ring did not move try again.
      if event == .sent, phones[0].ceremony.standing.stage == .held { add(happening, after: 1) }
      if event == .complete, phones[end].ceremony.standing.stage < .complete {
        phones[end].isWaitingToAttach = false
        settle(end)
      }
      if event == .restarted { add(.act(0, .sent), after: 2) }
    case .ask(let end), .pass(let end): act(end) { $0.advance(to: $1) }
    }
  }

  private mutating func lose(_ end: Int) {
    guard phones[end].isUp else { return }
    phones[end].isUp = false
    phones[end].exchange.disconnect()
    act(end) { $0.handle(.disconnected, at: $1) }
  }

  /// The transport makes the link again, for both ends.
  private mutating func reconnect() {
    for end in 0...1 {
      lose(end)
      add(.connect(end), after: time(0.05, 0.5))
    }
  }

  private mutating func act(
    _ end: Int, _ body: (inout Ceremony, Seconds) -> [CeremonyAction]
  ) {
    for case .cue(let cue) in body(&phones[end].ceremony, now).map(\.kind) {
      phones[end].cues[phones[end].ceremony.standing.counter, default: []].append(cue)
    }
    if let due = phones[end].ceremony.nextDeadline { add(.pass(end), after: max(0, due - now)) }
    settle(end)
  }

  private mutating func settle(_ end: Int) {
    let (standing, phase) = (phones[end].ceremony.standing, phones[end].ceremony.phase)
    while let output = phones[end].exchange.next(standing, phase, at: now) {
      switch output {
      case .send(let message): send(message, to: 1 - end)
      case .silent:
        phones[end].isUp = false
        _ = phones[end].ceremony.handle(.disconnected, at: now)
        if let due = phones[end].ceremony.nextDeadline { add(.pass(end), after: max(0, due - now)) }
        let connection = phones[1 - end].connections
        add(.lose(1 - end, connection: connection), after: time(0.05, 0.5))
        add(.reconnect, after: time(0.6, 2))
      }
    }
    if let due = phones[end].exchange.nextDeadline { add(.ask(end), after: max(0, due - now)) }
    // The guest attaches the ring two seconds after it has arrived.
    let stage = phones[1].ceremony.standing.stage
    if stage == .received, !phones[1].isWaitingToAttach {
      phones[1].isWaitingToAttach = true
      add(.act(1, .complete), after: 2)
    }
    if stage != .received { phones[1].isWaitingToAttach = false }
  }

  private mutating func send(_ message: CeremonyMessage, to end: Int) {
    for copy in 0...(chance(0.1) ? 1 : 0) where !isCut && !chance(loss) {
      inFlight += 1
      add(.hear(end, message), after: time(0.01, copy == 0 ? 0.2 : 1))
    }
  }
}
