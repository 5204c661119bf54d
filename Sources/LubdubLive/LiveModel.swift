#if canImport(Observation)
public import Lubdub
public import Observation

/// The observable state of a live session: SwiftUI tracks each property automatically.
///
/// ```swift
/// @State private var model = LiveModel()
/// // in the view:  .task { await model.follow(player) }
/// ```
///
/// A property changes only when its value changes. The type is the same on Linux, where tests use it.
@available(macOS 14, iOS 17, watchOS 10, tvOS 17, visionOS 1, *) @MainActor @Observable
public final class LiveModel {
  /// The peer's distance now; `nil` if it is unknown.
  public private(set) var distance: Meters?
  /// The time from one beat to the next, as planned now; `nil` if there are no beats.
  public private(set) var interval: Seconds?
  /// The zone, counted from the nearest; `nil` if there is none.
  public private(set) var zone: Int?
  /// The state of the link: right here, in a zone, out of range, or not heard; `nil` if there is no peer.
  public private(set) var state: LinkState?
  /// The phase of the ceremony.
  public private(set) var phase = CeremonyPhase.searching
  /// Whether the ceremony's link is up: a ceremony that searches with a link doesn't know a zone yet.
  public private(set) var isLinked = false
  /// The status of the distance now: in silence it coasts, and then is stale. `nil` before the first distance.
  public private(set) var freshness: DistanceEstimate.Status?
  /// Whether the session is suspended.
  public private(set) var isSuspended = false

  /// Creates a model that shows nothing.
  public init() {}

  /// Shows the state of a player `rate` times per second, until the player is finished or the task is canceled; the model is
  /// then empty.
  public func follow<C: Clock>(
    _ player: LivePlayer<C>, perSecond rate: Double = 10
  ) async where C.Duration == Duration {
    for await snapshot in player.snapshots(perSecond: rate) { show(snapshot) }
    show(nil)
  }

  /// Shows the state of the peer that you feel.
  public func follow<C: Clock>(
    _ player: LiveGroupPlayer<C>, perSecond rate: Double = 10
  ) async where C.Duration == Duration {
    for await snapshot in player.snapshots(perSecond: rate) { show(snapshot) }
    show(nil)
  }

  /// Shows a snapshot; `nil` shows that there is no peer.
  public func show(_ snapshot: LiveSnapshot?) {
    set(\.distance, snapshot?.distance)
    set(\.freshness, snapshot?.present?.status)
    set(\.interval, snapshot?.nextBeats.first?.interval)
    set(\.zone, snapshot?.zone)
    set(\.state, snapshot?.state)
    set(\.phase, snapshot?.phase ?? .searching)
    set(\.isLinked, snapshot?.isLinked ?? false)
    set(\.isSuspended, snapshot?.isSuspended ?? false)
  }

  private func set<Value: Equatable>(
    _ property: ReferenceWritableKeyPath<LiveModel, Value>, _ value: Value
  ) {
    if self[keyPath: property] != value { self[keyPath: property] = value }
  }
}
#endif
