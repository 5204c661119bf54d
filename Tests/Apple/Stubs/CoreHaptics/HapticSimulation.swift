// Signatures of Apple, whose documentation describes them.
// swift-format-ignore-file
import Foundation

/// An engine with Apple's rules, on a clock that a test sets.
///
/// - It plays only while it runs; a stop or a reset ends every player, for good.
/// - Its clock counts while it runs, stops while it does not, and begins at zero after a reset.
/// - A past time means now.
/// - The control of intensity multiplies the events of its player.
/// - A player that has played, or was stopped, reports its end once, by the clock of that moment.
/// - Its handlers are called from a thread of its own.
public final class HapticSimulation: @unchecked Sendable {
  /// The simulation of the next engine.
  nonisolated(unsafe) public static var current = HapticSimulation()

  /// A time at which an intensity was felt.
  public struct Tap: Sendable {
    /// The time, on the simulated clock.
    public let time: Double
    /// The intensity.
    public let intensity: Double
  }

  final class Player: CHHapticAdvancedPatternPlayer {
    let simulation: HapticSimulation
    let pattern: CHHapticPattern
    /// The start, on the simulated clock.
    var start = Double.infinity
    var end = Double.infinity
    var controls: [(time: Double, value: Double)] = []
    var isDead = false
    var completionHandler: CHHapticAdvancedPatternPlayerCompletionHandler = { _ in }
    var hasReported = false
    /// The moment at which it has played, or was stopped.
    var reportTime: Double { min(start + pattern.duration, end) }

    init(_ simulation: HapticSimulation, _ pattern: CHHapticPattern) {
      (self.simulation, self.pattern) = (simulation, pattern)
    }

    func start(atTime time: TimeInterval) throws {
      try simulation.change(self) { start = $0(time) }
      controls = pattern.parameters.filter { $0.parameterID == .hapticIntensityControl }.map {
        (start + $0.relativeTime, Double($0.value))
      }
    }

    func stop(atTime time: TimeInterval) throws { try simulation.change(self) { end = $0(time) } }

    func sendParameters(
      _ parameters: [CHHapticDynamicParameter], atTime time: TimeInterval
    ) throws {
      for parameter in parameters where !parameter.parameterID.range.contains(parameter.value) {
        throw CHHapticError.invalidParameterValue
      }
      try simulation.change(self) { take(parameters, at: $0(time)) }
    }

    private func take(_ parameters: [CHHapticDynamicParameter], at moment: Double) {
      for parameter in parameters { controls.append((moment, Double(parameter.value))) }
    }

    /// The factor at a time: the last control that was sent, or the curve.
    func control(at time: Double) -> Double {
      for curve in pattern.curves where curve.parameterID == .hapticIntensityControl {
        let points = curve.controlPoints.map {
          (time: start + curve.relativeTime + $0.relativeTime, value: Double($0.value))
        }
        for (left, right) in zip(points, points.dropFirst())
        where left.time <= time && time <= right.time {
          let share = right.time > left.time ? (time - left.time) / (right.time - left.time) : 1
          return left.value + share * (right.value - left.value)
        }
      }
      return controls.last { $0.time <= time }?.value ?? 1
    }
  }

  weak var engine: CHHapticEngine?
  private let lock = NSRecursiveLock()
  private var time = 0.0
  private var isRunning = false
  private var base = 700.0
  private var since = 0.0
  private var players: [Player] = []
  private var reports = 0
  /// The AHAP files given to the engine.
  public private(set) var files: [Data] = []
  private var uses = 0
  /// The number of uses of players that an earlier run of the engine had made.
  public var usesOfDeadPlayers: Int { lock.withLock { uses } }
  /// The number of next starts that fail.
  public var failingStarts = 0

  public init() {}

  /// The simulated time.
  public var now: Double {
    get { lock.withLock { time } }
    set {
      while let (player, end) = nextEnd(until: newValue) {
        lock.withLock { time = max(time, end) }
        player.completionHandler(nil)
      }
      lock.withLock { time = newValue }
    }
  }

  private func nextEnd(until time: Double) -> (Player, Double)? {
    lock.withLock {
      let due = players.filter { !$0.isDead && !$0.hasReported && $0.reportTime <= time }
      let next = due.min { $0.reportTime < $1.reportTime }
      next?.hasReported = true
      return next.map { ($0, $0.reportTime) }
    }
  }

  var engineTime: Double { lock.withLock { isRunning ? base + 1.00005 * (time - since) : base } }

  /// Whether the engine runs.
  public var runs: Bool { lock.withLock { isRunning } }

  func start() -> CHHapticError? {
    lock.withLock {
      guard failingStarts == 0 else {
        failingStarts -= 1
        return .engineNotRunning
      }
      if !isRunning { since = time }
      isRunning = true
      return nil
    }
  }

  func stop() {
    lock.withLock {
      base = engineTime
      isRunning = false
      for player in players where !player.isDead {
        player.end = min(player.end, time)
        player.isDead = true
      }
    }
  }

  func play(_ file: Data) throws {
    try lock.withLock {
      guard isRunning else { throw CHHapticError.engineNotRunning }
      files.append(file)
    }
  }

  func makePlayer(_ pattern: CHHapticPattern) throws -> Player {
    try lock.withLock {
      guard isRunning else { throw CHHapticError.engineNotRunning }
      let player = Player(self, pattern)
      players.append(player)
      return player
    }
  }

  func change(_ player: Player, _ body: ((Double) -> Double) -> Void) throws {
    try lock.withLock {
      guard isRunning else { throw CHHapticError.engineNotRunning }
      guard !player.isDead else {
        uses += 1
        throw CHHapticError.invalidPatternPlayer
      }
      body { [time, engineTime] in
        $0 <= engineTime ? time : time + ($0 - engineTime) / 1.00005
      }
    }
  }

  // MARK: What happens to an engine

  /// Stops the engine, as the system does.
  public func interrupt(_ reason: CHHapticEngine.StoppedReason) {
    stop()
    call { $0.stoppedHandler(reason) }
  }

  /// Stops the engine, as the system does, and returns the report of it, which the engine makes late.
  public func interruptWithLateReport(_ reason: CHHapticEngine.StoppedReason) -> () -> Void {
    stop()
    let handler = engine?.stoppedHandler
    return { handler?(reason) }
  }

  /// Restarts the haptic server.
  public func reset() {
    stop()
    lock.withLock { base = 0 }
    call { $0.resetHandler() }
  }

  private func call(_ body: @escaping (CHHapticEngine) -> Void) {
    nonisolated(unsafe) let body = body
    nonisolated(unsafe) let engine = engine
    report { if let engine { body(engine) } }
  }

  /// Calls the app from a thread of the engine.
  func report(_ body: @escaping @Sendable () -> Void) {
    lock.withLock { reports += 1 }
    Thread.detachNewThread {
      body()
      self.lock.withLock { self.reports -= 1 }
    }
  }

  /// Whether the engine is about to call the app.
  public var isReporting: Bool { lock.withLock { reports > 0 } }

  // MARK: What is felt

  /// The strongest lasting vibration at a time.
  public func vibration(at time: Double) -> Double {
    lock.withLock {
      var felt = 0.0
      for player in players where player.start <= time && time < player.end {
        for event in player.pattern.events where event.type == .hapticContinuous {
          let start = player.start + event.relativeTime
          guard start <= time, time < start + event.duration else { continue }
          felt = max(felt, event.intensity * player.control(at: time))
        }
      }
      return felt
    }
  }

  /// The taps up to a time, in order.
  public func taps(until time: Double) -> [Tap] {
    lock.withLock {
      players.flatMap { player in
        player.pattern.events.filter { $0.type == .hapticTransient }.compactMap { event in
          let moment = player.start + event.relativeTime
          guard moment < player.end, moment <= time else { return nil }
          return Tap(time: moment, intensity: event.intensity * player.control(at: moment))
        }
      }.sorted { $0.time < $1.time }
    }
  }
}
