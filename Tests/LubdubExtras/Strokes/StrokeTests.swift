import Lubdub
import LubdubExtras
import Testing

@Suite struct StrokeTests {
  @Test func `A point that goes back in time or has an invalid place is rejected`() throws {
    var stroke = Stroke()
    try stroke.append(.init(time: 1, x: 0, y: 0, pressure: 0.5))
    try stroke.append(.init(time: 1, x: 3, y: 4, pressure: 0.5))
    #expect(throws: Stroke.Refusal.timeBackwards) {
      try stroke.append(.init(time: 0.9, x: 0, y: 0))
    }
    #expect(throws: Stroke.Refusal.implausibleTime) {
      try stroke.append(.init(time: 3602, x: 0, y: 0))
    }
    #expect(throws: Stroke.Refusal.implausibleTime) {
      try stroke.append(.init(time: Seconds(.nan), x: 0, y: 0))
    }
    for (x, pressure) in [(Double.nan, 0.5), (2e6, 0.5), (0, 1.5), (0, .nan)] {
      #expect(throws: Stroke.Refusal.implausiblePoint) {
        try stroke.append(.init(time: 2, x: x, y: 0, pressure: pressure))
      }
    }
    #expect(stroke.points.count == 2 && stroke.pathLength == 5)
  }

  @Test func `A stroke ends when the pen is lifted, even after its last move`() throws {
    var stroke = Stroke()
    try stroke.append(.init(time: 1, x: 0, y: 0))
    try stroke.lift(at: 3)
    #expect(stroke.duration == 2)
    #expect(throws: Stroke.Refusal.timeBackwards) { try stroke.lift(at: 2) }
  }

  @Test(arguments: [([0.5, 0.5], false), ([0, 0], false), ([0.2, 0.3], true)])
  func `A constant pressure counts as no pressure`(pressures: [Double], says: Bool) throws {
    var stroke = Stroke()
    for (index, pressure) in pressures.enumerated() {
      try stroke.append(.init(time: Seconds(Double(index)), x: 0, y: 0, pressure: pressure))
    }
    #expect(stroke.hasPressure == says)
    try stroke.append(.init(time: 9, x: 0, y: 0))
    #expect(!stroke.hasPressure)
  }

  @Test func `A scale is the positive length of one unit`() {
    #expect(abs((SurfaceScale.pixels(perInch: 127)?.unit.value ?? 0) - 0.0002) < 1e-15)
    #expect(SurfaceScale.pixels(perInch: 0) == nil)
    #expect(SurfaceScale(unit: Meters(.nan)) == nil)
  }
}
