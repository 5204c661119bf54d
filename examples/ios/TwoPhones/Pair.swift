import Foundation
import Lubdub
import LubdubApple
import LubdubLive
import Observation

/// This phone in a ceremony of two: it ranges, its heart beats, and the ring passes.
@MainActor @Observable
final class Pair {
  /// Distance, tempo, and phase.
  let live = LiveModel()
  let role: Nearby.Role
  /// The names, the ring, and the words, once the host has sent them.
  private(set) var info: CeremonyMessage.SessionInfo?
  /// The reason why no ranges arrive, or the ring stays.
  private(set) var note: String?
  /// Whether the peer's distance agrees with the local one; `nil` if they were not compared in the last 3 s.
  private(set) var agrees: Bool?
  /// The beats that this phone has played, for `lubdub check`.
  let felt: URL
  /// The ceremony, for a drawing.
  let keepsake: Keepsake

  @ObservationIgnored let player: LivePlayer<ContinuousClock>
  @ObservationIgnored private let haptics: HapticPlayer<LiveSession, ContinuousClock>
  @ObservationIgnored private let nearby: Nearby
  @ObservationIgnored private let link: CeremonyLink<ContinuousClock>
  @ObservationIgnored private let patience: Duration
  @ObservationIgnored private var ranges: NearbyRanges?
  @ObservationIgnored private var tasks: [Task<Void, Never>] = []

  /// Creates a phone that searches again without a link after `patience`, which is longer than an invitation may take.
  init(
    _ role: Nearby.Role, name: String,
    _ configuration: Configuration = Preset.eternalLoop.configuration,
    patience: Duration = .seconds(12)
  ) throws {
    (self.role, self.patience) = (role, patience)
    let folder = FileManager.default.temporaryDirectory
    felt = folder.appending(path: "felt-\(role.name).ndjson")
    keepsake = try Keepsake(
      writingTo: folder.appending(path: "ceremony-\(role.name).ndjson"), sender: role.name)
    player = try LivePlayer(configuration, clock: ContinuousClock())
    haptics = try HapticPlayer(player, log: HapticLog(writingTo: felt))
    nearby = Nearby(role, name: name)
    link = CeremonyLink(MultipeerTransport(nearby.session), to: player)
    if case .host = role {
      info = CeremonyMessage.SessionInfo(
        hostNickname: name, guestNickname: "Guest", ring: .classicSolitaire, message: "")
    }
    ranges = NearbyRanges(to: player.submit) { [weak self, link] report in
      Task { @MainActor in
        switch report {
        case .token(let token): try? await link.send(.token(token))
        case .failed(let failure, _): self?.note = "no ranges: \(failure)"
        }
      }
    }
  }

  /// Searches for the other phone, and plays from now on.
  func start() async {
    haptics.start()
    let events = await player.events
    tasks = [
      Task { [live, player] in await live.follow(player) },
      Task { [weak self, received = link.received] in
        for await value in received { await self?.take(value) }
      },
      Task { [weak self] in
        for await event in events {
          if case .decided(.ceremony(let action)) = event { await self?.take(action) }
        }
      },
      Task { [weak self, player] in
        for await snapshot in player.snapshots(perSecond: 5) { await self?.share(snapshot) }
      },
    ]
    await link.start()
    ranges?.start()
    nearby.connect()
    tasks.append(
      Task { [weak self, patience] in
        while (try? await Task.sleep(for: patience)) != nil { await self?.lookAgain() }
      })
  }

  /// Searches again: an invitation may fail without a report. A ceremony that is complete or has failed waits for its users.
  private func lookAgain() async {
    let snapshot = await player.snapshot
    if snapshot.phase == .searching, !snapshot.isLinked { nearby.connect() }
  }

  /// Processes a swipe: the ring leaves this phone.
  func send() { submit(.sent) }

  /// Reports that the two are together, although no ranges arrive: counts after `ceremony.press`.
  func force() { submit(.manualTriggerPressed) }

  /// Notes that the ring is on the finger.
  func attach() { submit(.complete) }

  /// Lets the users try again, or begin a new ring.
  func tryAgain() { submit(live.phase == .complete ? .restarted : .retried) }

  /// Notes whether the app is in the foreground.
  func show(_ isInFront: Bool) {
    if isInFront { haptics.resume() } else { haptics.suspend() }
  }

  func stop() {
    for task in tasks { task.cancel() }
    haptics.suspend()
    ranges?.stop()
    nearby.stop()
  }

  private func submit(_ event: LinkEvent) {
    note = nil
    player.submit(.event(event))
  }

  private func take(_ value: CeremonyLink<ContinuousClock>.Received) async {
    switch value {
    case .message(.token(let token)):
      do { try ranges?.run(with: token) } catch { note = "\(error)" }
    case .message(.sessionInfo(let info)):
      self.info = info
      keepsake.add(.sessionInfo(info), at: await player.now)
    case .message, .other: break
    }
  }

  /// Sends the distance to the peer, which compares it with its own, and adds it to the keepsake.
  private func share(_ snapshot: LiveSnapshot) async {
    guard let distance = snapshot.distance else { return }
    keepsake.add(.distanceUpdate(distance), at: snapshot.time)
    try? await link.send(.distanceUpdate(distance))
    let agreement = await link.agreement
    let isFresh = agreement.time.map { snapshot.time - $0 < 3 } ?? false
    agrees = isFresh ? agreement.isGiven : nil
  }

  private func take(_ action: CeremonyAction) async {
    switch action.kind {
    case .reconnect: nearby.connect()
    case .refused(_, let reason): note = "the ring stays: \(reason)"
    case .phase(let old, let new):
      if new == .attaching { keepsake.add(.ringReceived, at: action.time) }
      if new == .complete { keepsake.add(.ceremonyComplete, at: action.time) }
      guard old == .searching, let info else { return }
      keepsake.add(.sessionInfo(info), at: action.time)
      if case .host = role { try? await link.send(.sessionInfo(info)) }
    case .cue(.ringSent): keepsake.add(.ringSent, at: action.time)
    case .cue, .restartRanging: break
    }
  }
}
