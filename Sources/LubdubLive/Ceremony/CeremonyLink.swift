public import Lubdub
internal import LubdubSupport

/// Keeps the ceremonies of two phones in step: it reports the step of a player's ring to the peer, and the peer's step to the
/// player.
///
/// ```swift
/// let link = CeremonyLink(transport, to: player)
/// await link.start()
/// try await link.send(.sessionInfo(info))
/// await player.process(.event(.sent))       // a swipe: the peer's ring follows
/// ```
///
/// Keep a reference for as long as the link may be established again. The link replaces `ringSent`, `ringReceived`, and
/// `ceremonyComplete`: it accepts these messages from a peer and never sends them. If a peer knows only these messages, the
/// app sends them.
public actor CeremonyLink<C: Clock> where C.Duration == Duration {
  /// A delivery of the peer other than its standing.
  public enum Received: Sendable, Hashable {
    /// A message: session info, the peer's distance, or a token.
    case message(CeremonyMessage)
    /// Bytes that aren't a message, with the reason: they may belong to the app.
    case other([UInt8], CeremonyMessage.Fault)
  }

  /// The deliveries of the peer in their order, for one reader; without a reader, the newest 1024 are kept.
  public nonisolated let received: AsyncStream<Received>
  /// Whether the distances of both ends agree, since the link was established.
  public private(set) var agreement = PeerAgreement()

  private let transport: any CeremonyTransport
  private let player: LivePlayer<C>
  private let sharesClock: Bool
  private let inbox: AsyncStream<Received>.Continuation
  private var exchange: CeremonyExchange
  private var readers: [Task<Void, Never>] = []
  private var timer: Task<Void, Never>?
  /// The last token, which a later connection may need.
  private var token: CeremonyMessage?

  /// Creates a link that does nothing until `start`.
  ///
  /// - Parameters:
  ///   - transport: The connection to the peer; the link reads its events.
  ///   - player: The player of the ceremony.
  ///   - exchange: The exchange, with the time to wait for answers.
  ///   - sharesClock: Whether the players of both ends show the same time, to 20 ms. If so, distances are sent with their
  ///     time, and the peer's distances count as samples; set `live.reorder` to at least the time of a message. If not, the
  ///     distances are only compared.
  public init(
    _ transport: any CeremonyTransport, to player: LivePlayer<C>,
    exchange: CeremonyExchange = CeremonyExchange(), sharesClock: Bool = false
  ) {
    (self.transport, self.player, self.exchange) = (transport, player, exchange)
    self.sharesClock = sharesClock
    (received, inbox) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
  }

  deinit {
    for reader in readers { reader.cancel() }
    timer?.cancel()
    inbox.finish()
  }

  /// Begins to read the events of the transport and of the player.
  public func start() async {
    guard readers.isEmpty else { return }
    readers.append(
      Task { [weak self, events = transport.events] in
        for await event in events { await self?.take(event) }
      })
    let decided = await player.events
    readers.append(
      Task { [weak self] in
        for await event in decided {
          if case .decided(.ceremony) = event { await self?.settle() }
        }
      })
    await settle()
  }

  /// Sends a message to the peer: names, a distance, or a token. The link reports the ring's step automatically. It keeps the
  /// last token, and sends it with each connection.
  ///
  /// - Throws: `CeremonyMessage.Fault` for a message that breaks a rule, and the errors of the transport.
  public func send(_ message: CeremonyMessage) async throws {
    var (bytes, isReliable) = (try message.bytes(), true)
    if case .token = message { token = message }
    if case .distanceUpdate = message {
      isReliable = false
      if sharesClock, var members = try message.encode().object {
        members["t_s"] = .number(await player.now.value)
        bytes = JSONWriter.encode(.object(members), lineLength: nil)
      }
    }
    try transport.send(bytes, reliably: isReliable)
  }

  private func take(_ event: TransportEvent) async {
    switch event {
    case .connected:
      exchange.connect()
      agreement = PeerAgreement()
      if let token { try? await send(token) }
      await player.process(.event(.connected))
    case .disconnected:
      exchange.disconnect()
      await player.process(.event(.disconnected))
    case .received(let bytes): await take(bytes)
    }
    await settle()
  }

  private func take(_ bytes: [UInt8]) async {
    do throws(CeremonyMessage.Fault) {
      let message = try CeremonyMessage.decode(bytes)
      exchange.hear(message)
      switch message {
      case .standing(let standing, let asks):
        if exchange.hear(standing, asks: asks, at: await player.now) { await player.hear(standing) }
      // From a peer that reports no standing.
      case .ringSent, .ringReceived, .ceremonyComplete:
        if let sample = message.sample(at: .zero) { await player.process(UntimedSample(sample)) }
        inbox.yield(.message(message))
      case .distanceUpdate(let distance):
        await compare(distance, bytes)
        inbox.yield(.message(message))
      case .sessionInfo, .readyToSend, .token: inbox.yield(.message(message))
      }
    } catch {
      inbox.yield(.other(bytes, error))
    }
  }

  private func compare(_ distance: Meters, _ bytes: [UInt8]) async {
    let snapshot = await player.snapshot
    if let own = snapshot.distance {
      agreement.add(own: own, peer: distance, at: snapshot.time)
    }
    guard sharesClock, let time = (try? JSONParser.parse(bytes))?["t_s"]?.number else { return }
    await player.process(.uwb(distance, at: Seconds(time)))
  }

  /// Sends every message that is due, and waits for the next message.
  private func settle() async {
    let snapshot = await player.snapshot
    while let output = exchange.next(snapshot.standing, snapshot.phase, at: snapshot.time) {
      switch output {
      // A message that cannot be sent is a lost message.
      case .send(let message): try? await send(message)
      case .silent:
        transport.disconnect()
        await player.process(.event(.disconnected))
      }
    }
    timer?.cancel()
    guard let due = exchange.nextDeadline else { return }
    // One nanosecond more, so that the clock has reached the time when it is read.
    let instant = await player.instant(of: due).advanced(by: .nanoseconds(1))
    timer = Task { [weak self, clock = player.base] in
      guard (try? await clock.sleep(until: instant, tolerance: nil)) != nil else { return }
      await self?.settle()
    }
  }
}
