#if canImport(Observation)
public import Lubdub
public import Observation

/// What a view shows of a live session: SwiftUI follows each property by itself.
///
/// ```swift
/// @State private var model = LiveModel()
/// // in the view:  .task { await model.follow(player) }
/// ```
///
/// A property changes only when its value does. The type is the same on Linux, where tests use it.
@available(macOS 14, iOS 17, watchOS 10, tvOS 17, visionOS 1, *) @MainActor @Observable
public final class LiveModel {
  /// How far away the peer is now; `nil` where nobody knows.
  public private(set) var distance: Meters?
  /// From one beat to the next, as planned now; `nil` for no beat.
  public private(set) var interval: Seconds?
  /// The zone, counted from the nearest; `nil` for none.
  public private(set) var zone: Int?
  /// What is known about the link: right here, in a zone, out of range, or not heard; `nil` where there is nobody.
  public private(set) var state: LinkState?
  /// Where the ceremony stands.
  public private(set) var phase = CeremonyPhase.searching
  /// Whether the ceremony's link is made: one that searches with a link knows no zone yet.
  public private(set) var isLinked = false
  /// What stands behind the distance now: with silence it coasts, and then is stale. `nil` before there is any.
  public private(set) var freshness: DistanceEstimate.Status?
  /// Whether the session is suspended.
  public private(set) var isSuspended = false

  /// A model that shows nothing.
  public init() {}

  /// Shows what a player knows, so many times a second, until the player is finished or the task is cancelled; then
  /// nothing.
  public func follow<C: Clock>(
    _ player: LivePlayer<C>, perSecond rate: Double = 10
  ) async where C.Duration == Duration {
    for await snapshot in player.snapshots(perSecond: rate) { show(snapshot) }
    show(nil)
  }

  /// Shows what a player knows of whoever is felt.
  public func follow<C: Clock>(
    _ player: LiveGroupPlayer<C>, perSecond rate: Double = 10
  ) async where C.Duration == Duration {
    for await snapshot in player.snapshots(perSecond: rate) { show(snapshot) }
    show(nil)
  }

  /// Shows a snapshot; of `nil`, that there is nobody.
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
