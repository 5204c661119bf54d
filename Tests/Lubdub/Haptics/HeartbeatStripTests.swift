import Lubdub
import Testing

@Suite("Heartbeat, in strips")
struct HeartbeatStripTests {
  /// Tempi that fall on eighths of a second: 0.25, 0.5, 1 and 2 s.
  static let eighths: HeartbeatScheduler.Parameters = {
    var parameters = HeartbeatScheduler.Parameters.eternalLoop
    parameters.intervals[0] = 0.25
    parameters.refractory = 0.25
    return parameters
  }()

  func expect(
    _ parameters: HeartbeatScheduler.Parameters = eighths, zones: String, beats: String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try BeatStrip(parameters: parameters).beats(zones)
    #expect(found == beats, sourceLocation: location)
  }

  @Test func `Entering the farthest beating zone from silence sounds at once`() throws {
    try expect(
      zones: "-   3                                   ",
      beats: "....x...............x...............x...")
  }

  @Test func `Each zone has its own tempo`() throws {
    try expect(
      zones: "2                       ",
      beats: "x.......x.......x.......")
    try expect(
      zones: "1                       ",
      beats: "x...x...x...x...x...x...")
    try expect(
      zones: "0                       ",
      beats: "x.x.x.x.x.x.x.x.x.x.x.x.")
    try expect(
      zones: "4                       ",
      beats: "........................")
  }

  @Test func `The first beat of a nearer zone comes at once`() throws {
    try expect(
      zones: "3     2                 ",
      beats: "x.....x.......x.......x.")
  }

  @Test func `A beat just played keeps its place in the interval at a nearer zone`() throws {
    // One eighth after the beat 7/8 of the second are left, so 7/8 of half a second: 0.5625 s in all.
    try expect(
      zones: "2       " + " 1              ",
      beats: "x.......x...x...x...x...")
    // On the beat itself nothing was just played: the beat that is due is the first of the zone.
    try expect(
      zones: "3               1       ",
      beats: "x...............x...x...")
  }

  @Test func `A farther zone stretches the rest of the interval`() throws {
    // Half of the second is over, so half of two seconds is left.
    try expect(
      zones: "2           3                           ",
      beats: "x.......x...........x...............x...")
  }

  @Test func `Leaving all zones cancels the next beat`() throws {
    try expect(
      zones: "2      -        2      ",
      beats: "x...............x......")
  }

  @Test func `A beat due exactly when the device leaves is not played`() throws {
    try expect(
      zones: "2       -       ",
      beats: "x...............")
  }

  @Test func `Entering and leaving keeps beats apart by the refractory time`() throws {
    try expect(
      zones: "1-1-1-1-1-1-1-1-",
      beats: "x.x.x.x.x.x.x.x.")
    var slow = Self.eighths
    slow.intervals[0] = slow.intervals[1]
    slow.refractory = 0.5
    try expect(
      slow,
      zones: "1-1-1-1-1-1-1-1-",
      beats: "x...x...x...x...")
  }

  @Test
  func `With a glide, the first beat of a nearer zone plays at once, and the tempo rises slowly`()
    throws
  {
    var parameters = Self.eighths
    parameters.tempoRampTime = 4
    let beats = try BeatStrip(parameters: parameters).list(
      "3       1" + String(repeating: " ", count: 80))
    let gaps = zip(beats.dropFirst(), beats).map { ($0.time - $1.time).value }
    #expect(gaps.first == 1)
    #expect(gaps.dropFirst().first == 2)
    let ramp = gaps.dropFirst()
    #expect(zip(ramp, ramp.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(gaps.last == 0.5)
    #expect(beats.last?.intensity == 0.8)
  }

  @Test func `The maximum ratio limits each interval relative to the previous one`() throws {
    var parameters = Self.eighths
    parameters.maxIntervalRatio = 1.25
    let beats = try BeatStrip(parameters: parameters).list(
      "2               3" + String(repeating: " ", count: 120))
    let gaps = zip(beats.dropFirst(), beats).map { ($0.time - $1.time).value }
    #expect(gaps.prefix(5) == [1, 1, 1.25, 1.5625, 1.953125])
    #expect(gaps.last == 2)
  }

  @Test func `Sound after a short silence waits for the end of the refractory time`() throws {
    let parameters = Self.eighths
    let times = try BeatStrip(parameters: parameters).list("3-3     ").map(\.time.value)
    #expect(times == [0, 0.25])
    var slow = parameters
    slow.intervals[0] = slow.intervals[1]
    slow.refractory = 0.5
    #expect(try BeatStrip(parameters: slow).list("3-3     ").map(\.time.value) == [0, 0.5])
  }
}
