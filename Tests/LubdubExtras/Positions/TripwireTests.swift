import Lubdub
import LubdubExtras
import Testing

@Suite struct TripwireTests {
  private func wire(_ places: [(Double, Double)]) throws -> Tripwire {
    Tripwire(id: "w", path: try places.map { try Ground.place($0.0, $0.1) })
  }

  @Test func `a wire shows the time and the side of a crossing`() throws {
    let north = try wire([(0, -50), (0, 50)])
    let east = (0..<20).map { (Double($0), -9.5 + Double($0), 0.0) }
    let found = try Ground.track(east).crossings(of: north)
    #expect(found.map(\.direction) == [.toRight])
    #expect(abs(found[0].time.value - 9.5) < 1e-6)
    let west = try Ground.track(east.map { ($0.0, -$0.1, 0) })
    #expect(west.crossings(of: north).map(\.direction) == [.toLeft])
  }

  @Test func `over and back is noise, and past the end is no crossing`() throws {
    let north = try wire([(0, -50), (0, 50)])
    let back = try Ground.track([(0, -9, 0), (1, -0.5, 0), (2, 0.5, 0), (3, -0.5, 0), (9, -9, 0)])
    #expect(back.crossings(of: north).isEmpty)
    let past = try Ground.track([(0, -9, 51), (1, 9, 51), (2, 30, 51)])
    #expect(past.crossings(of: north).isEmpty)
  }

  @Test func `a corner of a chain is crossed once`() throws {
    let chain = try wire([(0, -50), (0, 0), (50, 0)])
    let through = try Ground.track([(0, -10, 10), (1, 10, -10), (2, 30, -30)])
    #expect(through.crossings(of: chain).count == 1)
  }
}
