import Lubdub
import LubdubExtras
import Testing

@Suite struct FenceTests {
  private func circle(_ radius: Meters = 50) throws -> Fence {
    Fence(id: "c", shape: .circle(center: try Ground.place(0, 0), radius: radius))
  }

  private func events(
    _ fence: Fence, _ track: Track, _ rule: FenceRule = .init()
  ) -> [FenceEvent] {
    var detector = FenceDetector(fence, rule: rule)
    return track.fixes.compactMap { detector.update($0) }
  }

  @Test func `who walks through enters and leaves, dated at the first sure fix`() throws {
    let walk = (0...100).map { (Double($0), -100 + 2 * Double($0), 0.0) }
    let found = events(try circle(), try Ground.track(walk))
    #expect(found.map(\.kind) == [.enter, .leave])
    #expect(found.map { $0.decided - $0.time } == [5, 5])
    #expect(abs(found[0].time.value - 26) <= 2 && abs(found[1].time.value - 76) <= 2)
    #expect(found.allSatisfy { $0.probability >= 0.75 })
  }

  @Test func `a fix that states 1414 m does not leave a fence of 50 m`() throws {
    var track = try Ground.track((0..<20).map { (Double($0), 0, 0) })
    for second in 20..<200 {
      let fix = Fix(
        time: Seconds(Double(second)), place: try Ground.place(300, 0),
        deviation: StatedAccuracy.android.axisDeviation(1414))
      let isAdded = track.append(fix)
      #expect(isAdded)
    }
    #expect(events(try circle(), track).isEmpty)
  }

  @Test func `one fix far off does not leave`() throws {
    let still = (0..<60).map { (Double($0), $0 == 30 ? 198.0 : 0, 0.0) }
    #expect(events(try circle(), try Ground.track(still)).isEmpty)
    #expect(events(try circle(), try Ground.track(still), .bare).count == 2)
  }

  @Test func `nothing sure for a minute takes the likelier side`() throws {
    let walk = (0..<200).map { (Double($0), $0 < 20 ? 0.0 : 52, 0.0) }
    var rule = FenceRule()
    rule.accuracyScale = 5
    let found = events(try circle(), try Ground.track(walk), rule)
    #expect(found.map(\.reason) == [.limit])
    #expect(found[0].kind == .leave && found[0].decided - found[0].time == 60)
    rule.limit = nil
    #expect(events(try circle(), try Ground.track(walk), rule).isEmpty)
  }

  @Test func `a polygon has an inside, an outside and holes`() throws {
    func ring(_ size: Double) throws -> [Coordinate] {
      [
        try Ground.place(-size, -size), try Ground.place(size, -size),
        try Ground.place(size, size), try Ground.place(-size, size),
      ]
    }
    let fence = Fence(id: "p", shape: .polygon(rings: [try ring(100), try ring(20)]))
    for (east, expected) in [(0.0, false), (19, false), (21, true), (99, true), (101, false)] {
      let found = try #require(fence.containment(of: try Ground.place(east, 3), deviation: 0))
      #expect((found.probability == 1) == expected, "\(east)")
    }
    let edge = try #require(fence.containment(of: try Ground.place(100, 60), deviation: 5))
    #expect(abs(edge.probability - 0.5) < 1e-3)
  }

  private func wire(_ places: [(Double, Double)]) throws -> Tripwire {
    Tripwire(id: "w", path: try places.map { try Ground.place($0.0, $0.1) })
  }

  private func crossings(_ wire: Tripwire, _ track: Track) -> [FenceEvent] {
    var detector = TripwireDetector(wire)
    return track.fixes.compactMap { detector.update($0) }
  }

  @Test func `a wire shows the time and the side of a crossing`() throws {
    let north = try wire([(0, -50), (0, 50)])
    let east = (0..<20).map { (Double($0), -9.5 + Double($0), 0.0) }
    let found = crossings(north, try Ground.track(east))
    #expect(found.map(\.direction) == [.toRight])
    #expect(abs(found[0].time.value - 9.5) < 1e-6)
    let west = try Ground.track(east.map { ($0.0, -$0.1, 0) })
    #expect(crossings(north, west).map(\.direction) == [.toLeft])
  }

  @Test func `over and back is noise, and past the end is no crossing`() throws {
    let north = try wire([(0, -50), (0, 50)])
    let back = try Ground.track([(0, -9, 0), (1, -0.5, 0), (2, 0.5, 0), (3, -0.5, 0), (9, -9, 0)])
    #expect(crossings(north, back).isEmpty)
    let past = try Ground.track([(0, -9, 51), (1, 9, 51), (2, 30, 51)])
    #expect(crossings(north, past).isEmpty)
  }

  @Test func `a corner of a chain is crossed once`() throws {
    let chain = try wire([(0, -50), (0, 0), (50, 0)])
    let through = try Ground.track([(0, -10, 10), (1, 10, -10), (2, 30, -30)])
    #expect(crossings(chain, through).count == 1)
  }
}
