import Foundation
import Lubdub
@testable import LubdubExtras
import Testing

@Suite struct TripwireTests {
  private func wire(_ places: [(Double, Double)]) throws -> Tripwire {
    Tripwire(id: "w", path: try places.map { try Ground.place($0.0, $0.1) })
  }

  @Test func `A wire reports the time and direction of a crossing`() throws {
    let north = try wire([(0, -50), (0, 50)])
    let east = (0..<20).map { (Double($0), -9.5 + Double($0), 0.0) }
    let found = try Ground.track(east).crossings(of: north)
    #expect(found.map(\.direction) == [.toRight])
    #expect(abs(found[0].time.value - 9.5) < 1e-6)
    let west = try Ground.track(east.map { ($0.0, -$0.1, 0) })
    #expect(west.crossings(of: north).map(\.direction) == [.toLeft])
  }

  @Test func `A crossing and return is noise, and passing the end isn't a crossing`() throws {
    let north = try wire([(0, -50), (0, 50)])
    let back = try Ground.track([(0, -9, 0), (1, -0.5, 0), (2, 0.5, 0), (3, -0.5, 0), (9, -9, 0)])
    #expect(back.crossings(of: north).isEmpty)
    let past = try Ground.track([(0, -9, 51), (1, 9, 51), (2, 30, 51)])
    #expect(past.crossings(of: north).isEmpty)
  }

  @Test func `The corner of a wire is crossed once`() throws {
    let chain = try wire([(0, -50), (0, 0), (50, 0)])
    let through = try Ground.track([(0, -10, 10), (1, 10, -10), (2, 30, -30)])
    #expect(through.crossings(of: chain).count == 1)
  }

  @Test func `A wire between positions five minutes apart is always reported as possibly crossed`()
    throws
  {
    func share(_ from: (Double, Double), _ to: (Double, Double)) throws -> Double? {
      let track = try Ground.track([(0, from.0, from.1), (300, to.0, to.1)])
      let found = track.crossings(of: try wire([(0, -200), (0, 200)]))
      #expect(found.allSatisfy { $0.reason == .gap && $0.time > 0 && $0.time < 300 })
      return found.first?.probability
    }
    let across = try #require(try share((-100, 0), (100, 0)))
    let around = try #require(try share((-100, 190), (100, 190)))
    #expect(across > 0.9 && around > 0.3 && around < across)
    #expect(try share((-40, 0), (-40, 10)) ?? 0 < 0.1, "over and back is noise")
    #expect(try share((-900, 0), (-900, 10)) == nil, "below 0.05")
    #expect(try share((-100, 0), (100, 0)) == across, "the same ways each time")
  }

  @Test func `The crossing probability of a long wire is the probability of opposite sides`() throws
  {
    let rules = GameRules()
    let track = try Ground.track([(0, -10, 0), (300, 5, 0)])
    let wire = try wire([(0, -5000), (0, 5000)])
    let found = try #require(track.crossings(of: wire, rules: rules).first?.probability)
    let deviation = rules.deviation(of: track.fixes[0]).value
    func left(_ east: Double) -> Double { erfc(east / deviation / 2.0.squareRoot()) / 2 }
    let expected = left(-10) * (1 - left(5)) + (1 - left(-10)) * left(5)
    #expect(abs(found - expected) < 0.05, "\(found) \(expected)")
  }

  @Test func `A gap in the log is reported as such, with the direction of the walk`() throws {
    var track = try Ground.track([(0, -100, 0), (10, -90, 0)])
    track.noteGap()
    let later = try Ground.track([(40, -20, 0), (41, -19, 0)]).fixes
    #expect(later.allSatisfy { track.append($0) })
    #expect(track.crossings(of: try wire([(-50, -300), (-50, 300)])).map(\.reason) == [.gap])
    #expect(track.crossings(of: try wire([(-50, -300), (-50, 300)]))[0].direction == .toRight)
  }
}
