import Lubdub
import Testing

/// Courses whose zones are known from another implementation of the rule.
@Suite("Evidence rule, conformance")
struct ConformanceTests {
  /// Places one after another, each until a time.
  static func stay(_ time: Double) -> Double {
    let stays = [
      (2.0, 1.5), (4, 0.95), (6, 0.70), (8, 0.15), (11, 0.03), (14, 0.12), (17, 0.25),
    ]
    return stays.first { time < $0.0 - 1e-9 }?.1 ?? 1.3
  }

  @Test func `At 10 Hz the zones change at the known times, and bands keep their side`() throws {
    let course = Course(distance: { (Self.stay($0), nil) })
    #expect(
      try course.text()
        == "3 at 0.3, 2 at 4.3, 1 at 7.8, 0 at 9.6, 1 at 15.1, 3 at 17.3")
  }

  @Test func `At 1 Hz contact ends before it has enough readings`() throws {
    let course = Course(distance: { (Self.stay($0), nil) }, rate: 1, deviation: 0.07)
    #expect(try course.text() == "3 at 1.0, 2 at 5.0, 1 at 9.0, 3 at 18.0")
  }

  @Test func `A walker's zones change at the known times`() throws {
    let course = Course(
      distance: { time in
        let distance = max(0.02, 1.5 - 0.5 * time)
        return (distance, distance > 0.02 ? -0.5 : 0)
      }, duration: 3)
    #expect(try course.text() == "3 at 0.3, 2 at 1.3, 1 at 3.0")
  }

  @Test(arguments: [3, 4])
  func `Three outliers change nothing, and four change the zone`(length: Int) throws {
    let end = 2.0 + Double(length) / 10
    let course = Course(distance: { ($0 > 1.95 && $0 < end - 0.05 ? 0.3 : 1.5, nil) })
    let text = try course.text()
    #expect(text == (length == 3 ? "3 at 0.3" : "3 at 0.3, 2 at 2.3, 3 at 2.7"))
  }

  /// The number of readings that a constant distance needs at 10 Hz: the threshold divided by the evidence per reading.
  @Test(
    "A constant distance is followed after the known number of readings",
    arguments: [
      (0, 0.0, 11), (0, 0.02, 15), (0, 0.03, 17), (0, 0.05, 27), (1, 0.1, 8), (1, 0.15, 19),
      (2, 0.8, 6), (3, 1.7, 4),
    ])
  func constant(edge: Int, distance: Double, readings: Int) throws {
    // From rest in the zone outside, far enough from its outer edge to stay there.
    let edges = Zones.eternalLoop.edges.map(\.value)
    let outside = edge + 1 < edges.count ? (edges[edge] + edges[edge + 1]) / 2 : 3
    let course = Course(distance: { ($0 < 4.95 ? outside : distance, nil) })
    let moves = try course.moves()
    #expect(moves.first?.zone == edge + 1)
    let move = try #require(moves.first { $0.zone == edge })
    // The reading at 5.0 s is the first.
    #expect(Int(((move.time - 4.9) * 10).rounded()) == readings)
  }
}
