/// Plays a recorded heart to a live player. Each interval is delivered when the player's clock reaches its end.
actor LiveHeart {
  private(set) var playback: IntervalPlayback
  private let player: LivePlayer<ContinuousClock>
  private let pace: Double

  init(_ playback: IntervalPlayback, to player: LivePlayer<ContinuousClock>, pace: Double) {
    (self.playback, self.player, self.pace) = (playback, player, pace)
  }

  /// Delivers all intervals that end by a given time. The function is called with the time of each row before the row is
  /// processed, because a stream can run ahead of the clock.
  func deliver(until time: Seconds) async {
    while let interval = playback.next(until: time) {
      playback.note(await player.process(interval: interval.length, at: interval.end))
    }
  }

  func play() async {
    let clock = ContinuousClock()
    while let due = playback.due {
      let wait = max(.zero, due - (await player.now)) / pace
      try? await clock.sleep(for: .seconds(wait.value), tolerance: .zero)
      guard !Task.isCancelled else { return }
      await deliver(until: await player.now)
    }
  }
}
