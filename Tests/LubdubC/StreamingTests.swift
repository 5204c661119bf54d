import CLubdub
import LubdubC
import LubdubSupport
import Testing

/// The C functions that continue from call to call, and the arguments that C rejects.
@Suite("The live C interface") struct StreamingTests {
  private static func make(_ options: String) -> (live: OpaquePointer?, answer: Answer) {
    var live: OpaquePointer?
    let answer = Answer(lubdub_live_make(options, options.utf8.count, &live))
    return (live, answer)
  }

  /// Processes one range.
  private static func process(
    _ live: OpaquePointer?, _ range: Double, at time: Double, of peer: String? = nil
  ) -> Answer {
    withUnsafePointer(to: time) { times in
      withUnsafePointer(to: range) { ranges in
        withUnsafePointer(to: UInt8(0)) { kinds in
          var rows = lubdub_rows()
          rows.count = 1
          rows.times = times
          rows.kinds = kinds
          rows.ranges = ranges
          guard let peer else { return Answer(lubdub_live_process(live, &rows, time)) }
          return Answer(lubdub_live_process_peer(live, peer, peer.utf8.count, &rows, time))
        }
      }
    }
  }

  private static func events(_ answer: Answer) -> [JSONValue] {
    (try? JSONParser.parse(answer.parts["events"] ?? []))?.array ?? []
  }

  @Test
  func `With several peers, you feel the nearest, events have names, and all peers are learned`() {
    let (live, answer) = Self.make(#"{"peers": "nearest", "settings": {"preset": "geiger"}}"#)
    defer { lubdub_live_release(live) }
    #expect(answer.status == LUBDUB_OK)
    var felt: [String] = []
    var beats: [String: Int] = [:]
    for step in 1...300 {
      let time = 0.1 * Double(step)
      // The second comes nearer than the first.
      for (peer, range) in [("Ané 💗", 1.0), ("Bo", max(0.3, 2 - 0.1 * Double(step)))] {
        let answer = Self.process(live, range + 0.01 * Double(step % 3), at: time, of: peer)
        #expect(answer.status == LUBDUB_OK)
        for event in Self.events(answer) {
          let name = event["peer"]?.string ?? ""
          if event["what"]?.string == "felt" { felt.append(name) }
          if event["record"]?.string == "beat" { beats[name, default: 0] += 1 }
        }
      }
    }
    #expect(felt == ["Ané 💗", "Bo"] && (beats["Bo"] ?? 0) > 20 && (beats["Ané 💗"] ?? 0) > 1)
    let name = "Ané 💗"
    let learned = Answer(lubdub_live_learned(live, name, name.utf8.count))
    let text = learned.text("learned")
    #expect(text.contains("uwb.rangeDeviation"), "\(text)")
    let (next, made) = Self.make(
      "{\"peers\": \"all\", \"learned\": {\"\(name)\": \(text)}}")
    defer { lubdub_live_release(next) }
    #expect(made.status == LUBDUB_OK)
    _ = Self.process(next, 1, at: 0, of: name)
    #expect(Answer(lubdub_live_learned(next, name, name.utf8.count)).text("learned") == text)
  }

  @Test
  func `A peer name is rejected with a single peer and required with several`() {
    let (one, _) = Self.make("{}")
    let (more, _) = Self.make(#"{"peers": "all"}"#)
    defer {
      lubdub_live_release(one)
      lubdub_live_release(more)
    }
    #expect(Self.process(one, 1, at: 0, of: "Bo").text("message").contains("option peers"))
    #expect(Self.process(more, 1, at: 0).text("message").contains("no name is given"))
    #expect(
      Answer(lubdub_live_learned(more, "Bo", 2)).text("message").contains("no peer of that name"))
    #expect(Answer(lubdub_live_learned(one, nil, 0)).text("learned") == "{}\n")
    #expect(Self.make(#"{"peers": "some"}"#).answer.text("message").contains("nearest, all"))
  }

  @Test func `A live session schedules each beat ahead once, and cancels or plays it`() {
    let (live, answer) = Self.make(#"{"lead": 0.2, "settings": {"preset": "geiger"}}"#)
    defer { lubdub_live_release(live) }
    #expect(answer.status == LUBDUB_OK)
    var pending: Set<String> = []
    var counts: [String: Int] = [:]
    func take(_ answer: Answer) {
      for event in Self.events(answer) {
        let what = event["what"]?.string ?? ""
        counts[what, default: 0] += 1
        guard let id = event["id"]?.string else { continue }
        if what == "scheduled" {
          #expect(event["record"]?.string == "beat")
          #expect(pending.insert(id).inserted && event["late_s"]?.number != nil)
          #expect(event["events"]?.array?.isEmpty == false)
        } else {
          #expect(pending.remove(id) != nil, "\(what) \(id)")
        }
      }
    }
    for step in 0..<300 {
      let time = Double(step) / 30
      while case let wake = lubdub_live_next_wake(live), wake < time {
        take(Answer(lubdub_live_pass(live, wake)))
      }
      take(Self.process(live, 1.5 - 0.1 * time, at: time))
    }
    take(Answer(lubdub_live_suspend(live, 1, 10)))
    #expect(pending.isEmpty)
    take(Answer(lubdub_live_suspend(live, 0, 10.5)))
    take(Answer(lubdub_live_finish(live, 11)))
    #expect(pending.isEmpty)
    #expect((counts["played"] ?? 0) > 15 && counts["zone"] != nil, "\(counts)")
  }

  @Test(arguments: [-2.37, -0.37, -1e6 - 0.1, 1e9, 0])
  func `The loop of the example ends from any origin`(_ origin: Double) throws {
    let (live, _) = Self.make(#"{"lead": 0.1, "settings": {"preset": "eternal-loop"}}"#)
    defer { lubdub_live_release(live) }
    for step in 0..<300 {
      let now = origin + Double(step) / 30
      var wakes = 0
      while case let wake = lubdub_live_next_wake(live), wake < now {
        _ = Answer(lubdub_live_pass(live, wake))
        wakes += 1
        try #require(wakes < 50, "\(wake) is not passed")
      }
      #expect(Self.process(live, 2.5 - 0.2 * Double(step) / 30, at: now).status == LUBDUB_OK)
    }
  }

  @Test func `After a sleep, the missed beats are dropped and counted`() {
    let (live, _) = Self.make(#"{"settings": {"live.lateBeats": "drop"}}"#)
    defer { lubdub_live_release(live) }
    for step in 0...100 { _ = Self.process(live, 0.01, at: 0.1 * Double(step)) }
    let events = Self.events(Answer(lubdub_live_pass(live, 610)))
    let dropped = events.filter { $0["what"]?.string == "dropped" }
    #expect(dropped.count == 1 && (dropped.first?["count"]?.number ?? 0) > 10)
    #expect(!events.contains { $0["what"]?.string == "scheduled" })
  }

  @Test(
    "An unknown option or an invalid value is rejected by name",
    arguments: [
      (#"{"foo": 1}"#, "foo is not an option of this call"),
      (#"{"setings": {}}"#, "setings is not an option of this call; there are settings"),
      (#"{"ahead": "x"}"#, "ahead is"), (#"{"ahead": -1}"#, "ahead is"),
      (#"{"explain": 1}"#, "explain is neither true nor false"),
    ])
  func unknown(_ options: String, _ message: String) {
    let answer = InterfaceTests().run([1, 1], options)
    #expect(answer.status == LUBDUB_BAD_ARGUMENT)
    #expect(answer.text("message").contains(message), "\(answer.text("message"))")
    var pipeline: OpaquePointer?
    #expect(
      Answer(lubdub_pipeline_make(options, options.utf8.count, &pipeline)).status
        == LUBDUB_BAD_ARGUMENT || options.contains("ahead"))
    lubdub_pipeline_release(pipeline)
    #expect(Self.make(options).answer.status == LUBDUB_BAD_ARGUMENT)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `A time that is not finite is rejected`(_ time: Double) {
    let (live, _) = Self.make("{}")
    defer { lubdub_live_release(live) }
    let answer = Self.process(live, 1, at: time)
    #expect(answer.status == LUBDUB_BAD_ARGUMENT)
    #expect(answer.text("message").contains("expected a finite number of seconds"))
    #expect(Answer(lubdub_live_pass(live, time)).status == LUBDUB_BAD_ARGUMENT)
    var pipeline: OpaquePointer?
    _ = Answer(lubdub_pipeline_make(nil, 0, &pipeline))
    defer { lubdub_pipeline_release(pipeline) }
    #expect(Answer(lubdub_pipeline_advance(pipeline, time)).status == LUBDUB_BAD_ARGUMENT)
  }

  @Test func `A list pattern has its times in seconds, whatever the preset`() {
    let list = #""heartbeat": {"pattern": [{"time": 0.1, "intensity": 1, "sharpness": 0.5}]}"#
    let texts = ["breath", "eternal-loop"].map { preset in
      let options = "{\"settings\": {\"preset\": \"\(preset)\", \(list)}}"
      let settings = Answer(lubdub_settings(options, options.utf8.count)).text("settings")
      return settings.contains(#""timeBase": "seconds""#)
    }
    #expect(texts == [true, true])
  }

  @Test func `Null arguments give an error instead of a trap`() {
    #expect(Answer(lubdub_live_pass(nil, 0)).text("message") == "live is null")
    #expect(Answer(lubdub_live_make(nil, 0, nil)).status == LUBDUB_BAD_ARGUMENT)
    #expect(lubdub_live_next_wake(nil).isNaN)
    lubdub_live_release(nil)
  }
}
