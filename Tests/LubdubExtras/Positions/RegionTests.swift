import Lubdub
import LubdubExtras
import Testing

@Suite struct RegionTests {
  private func base() throws -> Region {
    Region(id: "r", center: try Ground.place(0, 0), radius: 50)
  }

  private func passages(
    _ fixes: [(Double, Double, Double)], deviation: Meters = 1, likelier share: Double = 0.75
  ) throws -> [GroundEvent] {
    try Ground.track(fixes, deviation: deviation).passages(through: base(), likelier: share).events
  }

  @Test func `A walk through a region enters and leaves it once, at its edge`() throws {
    let walk = (0...100).map { (Double($0), -100 + 2 * Double($0), 0.0) }
    let found = try passages(walk)
    #expect(found.map(\.mark) == [.entered, .left])
    #expect(abs(found[0].time.value - 25) <= 3 && abs(found[1].time.value - 75) <= 3)
    #expect(found.allSatisfy { $0.probability >= 0.75 && $0.decided - $0.time >= 5 })
  }

  @Test func `A single wrong fix changes nothing, and rest at the edge doesn't flap`() throws {
    var walk = (0...60).map { (Double($0), 200.0, 0.0) }
    walk[30].1 = 0
    #expect(try passages(walk).isEmpty)
    let edge = (0...600).map { step in
      let side: Double = step % 2 == 0 ? 53 : 47
      return (Double(step), side, 0.0)
    }
    #expect(try passages(edge, deviation: 2).isEmpty)
  }

  @Test func `An imprecise fix is not a passage, and a higher confidence needs more fixes`()
    throws
  {
    let start = (0...10).map { (Double($0), 0.0, 0.0) }
    let wide = try Ground.track(start + [(20, 60, 0), (30, 60, 0)], deviation: 100)
    #expect(try wide.passages(through: base()).events.isEmpty)
    let out = start + (11...30).map { step in (Double(step), 20 + 2 * Double(step), 0.0) }
    let soon = try #require(try passages(out).first)
    let late = try #require(try passages(out, likelier: 0.99).first)
    #expect(soon.time < late.time && late.probability >= 0.99)
  }

  @Test func `With positions every five minutes, one fix is enough to enter or leave`() throws {
    let rare = [(0.0, 500.0, 0.0), (300, 10, 0), (600, 20, 0), (900, -400, 0)]
    let found = try passages(rare)
    #expect(found.map(\.mark) == [.entered, .left])
    #expect(found.map(\.time.value) == [300, 900])
    #expect(found.map(\.decided.value) == [300, 900])
    let track = try Ground.track([(0, 10, 0), (300, 10, 0)])
    let inside = try track.passages(through: base())
    #expect(inside.startsInside && inside.events.isEmpty, "the first side is no passage")
  }
}
