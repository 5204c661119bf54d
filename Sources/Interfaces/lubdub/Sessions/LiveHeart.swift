import LubdubLive
import Quantities

/// A recorded heart that is told to a live player, each interval when the player's clock has reached its end.
actor LiveHeart {
  /// What is left of the heart, and what became of the rest.
  private(set) var feed: HeartFeed
  private let player: LivePlayer<ContinuousClock>
  private let pace: Double

  /// - Parameters:
  ///   - feed: The heart.
  ///   - player: Who is told.
  ///   - pace: How many seconds of the player's clock pass in one.
  init(_ feed: HeartFeed, to player: LivePlayer<ContinuousClock>, pace: Double) {
    self.feed = feed
    self.player = player
    self.pace = pace
  }

  /// Tells everything that is over at a time. A row calls it with its own time before it is processed, for a
  /// stream may run ahead of the clock.
  func tell(until time: Seconds) async {
    while let interval = feed.next(until: time) {
      feed.note(await player.process(heart: interval.length, at: interval.end))
    }
  }

  /// Goes with the player's clock, until the heart is over or the task is cancelled.
  func play() async {
    let clock = ContinuousClock()
    while let due = feed.due {
      let wait = max(.zero, due - (await player.now)) / pace
      try? await clock.sleep(for: .seconds(wait.value), tolerance: .zero)
      guard !Task.isCancelled else { return }
      await tell(until: await player.now)
    }
  }
}
