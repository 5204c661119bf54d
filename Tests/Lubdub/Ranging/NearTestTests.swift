import Testing

@testable import Lubdub

@Suite("Near test")
struct NearTestTests {
  static func parameters(level: Double? = nil, gap: Double? = nil)
    -> SignalStrengthFilter.Parameters
  {
    var parameters = SignalStrengthFilter.Parameters()
    parameters.contactLevel = level.map { DBm($0) }
    parameters.contactGap = gap.map { Decibels($0) }
    return parameters
  }

  @Test func `A constant level that few devices reach is touch after two seconds`() {
    var near = NearTest(Self.parameters())
    for index in 0...240 {
      let time = 0.5 * Double(index)
      near.update(-29, at: time, longestPause: 15)
      #expect(near.nearness == (time < 2 ? .apart : .touch), "at \(time)")
      switch time {
      case 0: #expect(abs(near.touch.sum - 2.570740214) < 1e-6)
      case 1.5: #expect(abs(near.touch.sum - 6.267677472) < 1e-6)
      default: break
      }
    }
    #expect(near.contact.sum == 0)
  }

  @Test func `With a learned level, three readings at 2.5 Hz enter contact, and four leave it`() {
    var near = NearTest(Self.parameters(level: -20, gap: 20))
    var seen: [Double: (Nearness, Double, Double)] = [:]
    for index in 0..<75 {
      let time = 0.4 * Double(index)
      near.update(index < 25 ? -62 : index < 50 ? -21 : -45, at: time, longestPause: 15)
      seen[(time * 10).rounded() / 10] = (near.nearness, near.contact.sum, near.touch.sum)
    }
    let expected: [(Double, Nearness, Double, Double)] = [
      (9.6, .apart, 0, 0), (10, .apart, 2.364126876, 2.373113969),
      (10.4, .apart, 4.728253753, 5.862987454), (10.8, .contact, 0, 0),
      (20.8, .contact, 5.234810227, 5.234810227), (21.2, .apart, 0, 0), (29.6, .apart, 0, 0),
    ]
    for (time, nearness, contact, touch) in expected {
      #expect(seen[time]?.0 == nearness, "at \(time)")
      #expect(abs((seen[time]?.1 ?? -1) - contact) < 1e-6, "contact at \(time)")
      #expect(abs((seen[time]?.2 ?? -1) - touch) < 1e-6, "touch at \(time)")
    }
  }

  @Test func `Two outliers at 10 Hz change nothing`() {
    var near = NearTest(Self.parameters())
    for index in 0...100 {
      near.update([50, 51].contains(index) ? -20 : -62, at: Double(index) / 10, longestPause: 15)
      #expect(near.nearness == .apart)
      if index == 51 {
        #expect(abs(near.contact.sum - 1.417500368) < 1e-6)
        #expect(abs(near.touch.sum - 2.126250552) < 1e-6)
      }
    }
  }

  @Test func `Known contact teaches the contact level`() {
    var level = ContactLevel(Self.parameters())
    let steps: [(Double, Double, Double, Bool)] = [
      (0, -19, -19, false), (0.5, -21, -19.666666667, false), (1, -40, -21.666666667, false),
      (1.5, -20, -21.333333333, false), (3, -22, -21.523809524, true),
      (3, -22, -21.523809524, true), (4, -20, -21.185185185, true),
    ]
    for (time, rssi, mean, usable) in steps {
      level.learn(rssi, at: time)
      #expect(abs((level.mean ?? 0) - mean) < 1e-6, "at \(time)")
      #expect(level.isUsable == usable, "at \(time)")
    }
  }

  @Test func `Contact levels of pairs that shadow each other are unusable`() {
    #expect(ContactLevel(Self.parameters(level: -20)).isUsable)
    #expect(!ContactLevel(Self.parameters(level: -20, gap: 4)).isUsable)
    var known = Self.parameters(level: -50)
    known.trust = .thisKind
    known.pathLoss.referencePower = -60
    #expect(!ContactLevel(known).isUsable)
    known.pathLoss.referencePower = -65
    #expect(ContactLevel(known).isUsable)
  }

  @Test func `A silence longer than the estimate's lifetime resets the nearness`() {
    var near = NearTest(Self.parameters())
    for index in 0..<10 { near.update(-20, at: Double(index), longestPause: 15) }
    #expect(near.nearness == .contact)
    near.update(-60, at: 100, longestPause: 15)
    #expect(near.nearness == .apart)
  }
}
