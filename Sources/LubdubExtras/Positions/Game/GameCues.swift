// The cues of a game of tag. The cues of its bases and wires belong to the preset, which every program uses.
extension Cue {
  package static let tagged = Cue("tagged", taps([1, 1], sharpness: 0.8, every: 0.12))
  package static let missed = Cue("missed", taps([0.4], sharpness: 0.2, every: 0))
  package static let blocked = Cue("blocked", taps([0.6, 0.6], sharpness: 0.3, every: 0.08))
  package static let eliminated = Cue("eliminated", ramp(from: 1, to: 0, sharpness: 0.1, over: 1.2))
  package static let gameStarted = Cue(
    "gameStarted", taps([0.6, 0.8, 1], sharpness: 0.5, every: 0.2))
}
