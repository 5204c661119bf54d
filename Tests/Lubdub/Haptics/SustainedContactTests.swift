import Testing

@testable import Lubdub

extension HeartbeatScheduler {
  var sustainedIntensity: Double? {
    if case .sustaining(let event) = state { event.intensity } else { nil }
  }
}

@Suite("Sustained contact")
struct SustainedContactTests {
  func scheduler() throws -> HeartbeatScheduler {
    var parameters = HeartbeatScheduler.Parameters.eternalLoop
    parameters.contact = .continuous
    parameters.tone.sharpness = 0.4
    return HeartbeatScheduler(parameters)
  }

  func collect(_ outputs: [HeartbeatScheduler.Output]) -> (beats: [Double], events: [HapticEvent]) {
    var result: (beats: [Double], events: [HapticEvent]) = ([], [])
    for output in outputs {
      switch output {
      case .beat(let beat): result.beats.append(beat.time.value)
      case .sustained(.ended(_, let event?)): result.events.append(event)
      case .sustained, .cancelled: break
      }
    }
    return result
  }

  @Test func `Contact is one event, and beats resume one interval after it`() throws {
    var scheduler = try scheduler()
    var outputs: [HeartbeatScheduler.Output] = []
    scheduler.enter(zone: 1, at: 0) { outputs.append($0) }
    scheduler.advance(to: 0.75) { outputs.append($0) }
    scheduler.enter(zone: 0, at: 0.75) { outputs.append($0) }
    #expect(scheduler.sustainedIntensity == 1)
    scheduler.advance(to: 3) { outputs.append($0) }
    scheduler.enter(zone: 1, at: 3) { outputs.append($0) }
    #expect(scheduler.sustainedIntensity == nil)
    scheduler.advance(to: 4.25) { outputs.append($0) }
    let (beats, events) = collect(outputs)
    #expect(beats == [0, 0.5, 3.5, 4])
    #expect(
      events == [
        HapticEvent(
          time: 0.75, intensity: 1, sharpness: 0.4, kind: .continuous(duration: 2.25, curve: []))
      ])
  }

  @Test func `The intensity of sustained contact follows the distance`() throws {
    var scheduler = try scheduler()
    var outputs: [HeartbeatScheduler.Output] = []
    scheduler.enter(zone: 0, at: 10) { outputs.append($0) }
    for (time, distance) in [(10, 0.05), (10.5, 0.05), (11, 0.05), (11.1, 0.025), (12, 0)] {
      scheduler.distance(Meters(distance), at: Seconds(time))
    }
    scheduler.finish(at: 13) { outputs.append($0) }
    let event = try #require(collect(outputs).events.first)
    guard case .continuous(let duration, let curve) = event.kind else {
      Issue.record("not continuous")
      return
    }
    #expect(event.time == 10 && duration == 3 && event.intensity == 0.5)
    let points = curve.map { [$0.time.value, $0.intensity] }
    let expected = [[0, 0.5], [1, 0.5], [1.1, 0.75], [2, 1]]
    #expect(points.count == expected.count)
    for (point, wanted) in zip(points, expected) {
      #expect(abs(point[0] - wanted[0]) < 1e-9 && abs(point[1] - wanted[1]) < 1e-12)
    }
  }

  @Test func `A long contact is split every 30 s without a gap`() throws {
    var scheduler = try scheduler()
    var outputs: [HeartbeatScheduler.Output] = []
    scheduler.enter(zone: 0, at: 0) { outputs.append($0) }
    #expect(scheduler.nextDeadline == Seconds(30.0.nextUp))
    scheduler.finish(at: 100) { outputs.append($0) }
    let events = collect(outputs).events
    #expect(events.map(\.time) == [0, 30, 60, 90])
    #expect(events.map(\.duration) == [30, 30, 30, 10])
  }

  @Test func `Contact that ends at once emits no event`() throws {
    var scheduler = try scheduler()
    var outputs: [HeartbeatScheduler.Output] = []
    scheduler.enter(zone: 0, at: 1) { outputs.append($0) }
    scheduler.enter(zone: nil, at: 1) { outputs.append($0) }
    scheduler.finish(at: 9) { outputs.append($0) }
    #expect(
      outputs == [
        .sustained(.began(time: 1, intensity: 1, sharpness: 0.4)),
        .sustained(.ended(time: 1, event: nil)),
      ])
  }

  @Test func `Sustained contact is reported when it begins, changes, and ends`() throws {
    var scheduler = try scheduler()
    var outputs: [HeartbeatScheduler.Output] = []
    scheduler.enter(zone: 0, at: 1) { outputs.append($0) }
    scheduler.distance(0.025, at: 2) { outputs.append($0) }
    scheduler.enter(zone: nil, at: 5) { outputs.append($0) }
    let curve = [
      HapticEvent.CurvePoint(time: 0, intensity: 1, sharpness: 0.4),
      HapticEvent.CurvePoint(time: 1, intensity: 0.75, sharpness: 0.4),
    ]
    let event = HapticEvent(
      time: 1, intensity: 1, sharpness: 0.4, kind: .continuous(duration: 4, curve: curve))
    #expect(
      outputs == [
        .sustained(.began(time: 1, intensity: 1, sharpness: 0.4)),
        .sustained(.changed(time: 2, intensity: 0.75)),
        .sustained(.ended(time: 5, event: event)),
      ])
  }
}
