import CLubdub
import LubdubC
import LubdubCClient
import LubdubSupport
import Testing

@Suite("The C interface")
struct InterfaceTests {
  /// Runs rows of ultra-wideband ranges, a tenth of a second apart.
  func run(
    _ ranges: [Double], kinds: [UInt8]? = nil, _ options: String = "{}",
    then: (OpaquePointer?) -> Void = { _ in }
  ) -> Answer {
    let times = ranges.indices.map { Double($0) * 0.1 }
    let kinds = kinds ?? [UInt8](repeating: 0, count: ranges.count)
    return times.withUnsafeBufferPointer { times in
      ranges.withUnsafeBufferPointer { ranges in
        kinds.withUnsafeBufferPointer { kinds in
          var rows = lubdub_rows()
          rows.count = ranges.count
          rows.times = times.baseAddress
          rows.kinds = kinds.baseAddress
          rows.ranges = ranges.baseAddress
          let result = lubdub_run(&rows, options, options.utf8.count)
          then(result)
          return Answer(result)
        }
      }
    }
  }

  let approach = (0..<100).map { 3 - Double($0) * 0.029 }

  @Test(arguments: [Int.min, -1])
  func `A count too large for memory is rejected`(count: Int) {
    var rows = lubdub_rows()
    // SIZE_MAX comes as -1.
    rows.count = count
    let answer = Answer(lubdub_run(&rows, "{}", 2))
    #expect(answer.status == LUBDUB_BAD_ARGUMENT, "\(answer.status)")
    #expect(answer.text("message").contains("which is too large"), "\(answer.parts.keys)")
  }

  @Test func `A run from C has the same beats as in Swift`() {
    let options = #"{"settings": {"heartbeat": {"refractory": 0.1}}}"#
    let beats = run(approach, options).numbers("beat_time")
    #expect(beats.count > 4)
    #expect(client_beats(options, options.utf8.count) == Int32(beats.count))
  }

  @Test func `Every row has an estimate, including rows without a measurement`() {
    let answer = run([2, .nan, 2, 2])
    #expect(answer.status == LUBDUB_OK)
    #expect(answer.numbers("distance").count == 4)
    #expect(answer.parts["zone"]?.count == 4)
    #expect(answer.text("receptions").contains(#""taken": 4"#))
  }

  @Test func `A setting changes the beats, and an unknown setting is rejected by name`() {
    let near = run(approach, #"{"settings": {"zones": {"edges": [0.05, 0.2, 0.5, 0.6]}}}"#)
    #expect(near.numbers("beat_time").count < run(approach).numbers("beat_time").count)
    let wrong = run(approach, #"{"settings": {"zones": {"edgse": 1}}}"#)
    #expect(wrong.status == LUBDUB_BAD_SETTINGS)
    #expect(wrong.text("message").contains("did you mean zones.edges?"))
  }

  @Test func `A run is exported and read back with the same beats`() {
    var document = Answer(nil)
    var pattern = Answer(nil)
    let answer = run(approach) { result in
      let options = (json: #"{"format": "json"}"#, ahap: #"{"format": "ahap"}"#)
      document = Answer(lubdub_export(result, options.json, options.json.utf8.count))
      pattern = Answer(lubdub_export(result, options.ahap, options.ahap.utf8.count))
    }
    #expect(pattern.text("file").contains("HapticTransient"))
    #expect(pattern.text("extension") == "ahap")
    let bytes = document.parts["file"] ?? []
    let read = Answer(lubdub_read(bytes, bytes.count, "x.json", 6))
    // The document holds times in whole nanoseconds.
    let nanoseconds = answer.numbers("beat_time").map { ($0 * 1e9).rounded() / 1e9 }
    #expect(read.numbers("beat_time") == nanoseconds)
    #expect(read.text("kind") == "timeline")
  }

  @Test func `Doubtful values in a haptic file and losses of its sound are reported`() {
    let text =
      #"{"Version":1,"Metadata":{"a":1},"Pattern":[{"Event":{"EventType":"HapticTransient","#
      + #""EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":1.5}]}}]}"#
    let bytes = Array(text.utf8)
    let read = Answer(lubdub_read(bytes, bytes.count, "x.ahap", 6))
    #expect(read.text("findings").contains("is played as 1"), "\(read.text("findings"))")
    #expect(read.parts["soundLossText"] != nil)
  }

  @Test func `A custom pattern is played at a tempo, exported, and rendered for an actuator`() {
    let options =
      #"{"settings": {"heartbeat": {"pattern": "0:1/0.35 0.14:0.55/0.15"}}, "bpm": 60, "beats": 2}"#
    let made = lubdub_pattern(options, options.utf8.count)
    let ahap = #"{"format": "ahap"}"#
    let file = Answer(lubdub_export(made, ahap, ahap.utf8.count))
    #expect(file.text("file").split(separator: "\"HapticTransient\"").count == 5)
    let drives: [String] = [
      #"{"sampleRate": 8000}"#, #"{"sampleRate": 8000, "signal": "acceleration"}"#,
      #"{"sampleRate": 8000, "signal": "acceleration", "actuator": {"model": "lra"}}"#,
      #"{"sampleRate": 8000, "signal": "acceleration", "actuator": {"model": "lra", "resonance": 90}}"#,
    ]
    let rendered = drives.map { drive in
      Answer(lubdub_render(made, drive, drive.utf8.count)).parts["samples"]
    }
    // A wideband actuator does what it is driven with.
    #expect(rendered[0] == rendered[1] && Set(rendered).count == 3)
    let faults = [
      #"{"actuator": {"model": "motor"}}"#, #"{"actuator": {"model": "lra", "weight": 1}}"#,
      #"{"actuator": {"model": "lra", "resonance": 1}}"#, #"{"signal": "sound"}"#,
    ]
    for fault in faults {
      let answer = Answer(lubdub_render(made, fault, fault.utf8.count))
      #expect(answer.status == 1, "\(fault)")
    }
    let answer = Answer(made)
    #expect(answer.numbers("event_time") == [0, 0.14, 1, 1 + 0.14])
    #expect(answer.numbers("event_sharpness") == [0.35, 0.15, 0.35, 0.15])
    for fault in [#"{"bpm": 0}"#, #"{"beats": 0}"#, #"{"tempo": 60}"#] {
      #expect(Answer(lubdub_pattern(fault, fault.utf8.count)).status == LUBDUB_BAD_ARGUMENT)
    }
  }

  @Test func `A rendered file contains the rendered samples`() {
    var (sound, file) = (Answer(nil), Answer(nil))
    _ = run(approach) { result in
      let options = #"{"sampleRate": 8000}"#
      sound = Answer(lubdub_render(result, options, options.utf8.count))
      let wav = #"{"sampleRate": 8000, "file": true}"#
      file = Answer(lubdub_render(result, wav, wav.utf8.count))
    }
    let samples = sound.parts["samples"]?.count ?? 0
    #expect(samples >= 9 * 8000 * MemoryLayout<Float>.size)
    #expect(file.parts["wav"]?.count == samples / 2 + 44)
    #expect(sound.parts["wav"] == nil && file.parts["samples"] == nil)
  }

  @Test func `A WAV file in pieces has the bytes of the whole file, and ends`() {
    var (whole, pieces) = ([UInt8](), [UInt8]())
    _ = run(approach) { result in
      let file = #"{"sampleRate": 48000, "file": true}"#
      whole = Answer(lubdub_render(result, file, file.utf8.count)).parts["wav"] ?? []
      let options = #"{"sampleRate": 48000, "pieces": true}"#
      let rendering = lubdub_render(result, options, options.utf8.count)
      defer { lubdub_release(rendering) }
      while let piece = Answer(lubdub_render_next(rendering)).parts["wav"] { pieces += piece }
      #expect(Answer(lubdub_render_next(rendering)).status == LUBDUB_OK)
      #expect(Answer(lubdub_render_next(result)).status == LUBDUB_BAD_ARGUMENT)
    }
    #expect(whole.count > 1 << 18 && pieces == whole)
    #expect(Answer(lubdub_render_next(nil)).status == LUBDUB_BAD_ARGUMENT)
  }

  @Test func `A WAV file has the requested channels`() {
    _ = run(approach) { result in
      for (channels, count) in [("mono", 1), ("stereo", 2), ("controller", 4)] {
        let options = #"{"sampleRate": 8000, "file": true, "channels": "\#(channels)"}"#
        let wav = Answer(lubdub_render(result, options, options.utf8.count)).parts["wav"] ?? []
        #expect(wav.count > 24 && wav[22] == UInt8(count))
      }
      let options = #"{"file": true, "channels": "five"}"#
      let refused = Answer(lubdub_render(result, options, options.utf8.count))
      #expect(refused.status == LUBDUB_BAD_ARGUMENT)
    }
  }

  @Test func `A haptic file gives the curves of its continuous events`() {
    let file = Array(
      #"""
      {"Version": 1, "Pattern": [
        {"Event": {"Time": 0.1, "EventType": "HapticTransient", "EventParameters": []}},
        {"Event": {"Time": 0.2, "EventType": "HapticContinuous", "EventDuration": 1, "EventParameters": [
          {"ParameterID": "HapticIntensity", "ParameterValue": 0.8}]}},
        {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.2,
          "ParameterCurveControlPoints": [
            {"Time": 0, "ParameterValue": 0.25}, {"Time": 1, "ParameterValue": 1}]}}]}
      """#.utf8)
    let result = lubdub_read(file, file.count, "x.ahap", 6)
    let answer = Answer(result)
    #expect(Set(answer.numbers("curve_event")) == [1])
    #expect(answer.numbers("curve_time").last == 1)
    #expect(answer.numbers("curve_intensity").first == 0.2)
    #expect(answer.numbers("curve_intensity").last == 0.8)
    #expect(answer.numbers("curve_sharpness").count == answer.numbers("curve_event").count)
  }

  @Test func `Invalid arguments give a message and never end the program`() {
    #expect(lubdub_status(nil) == LUBDUB_BAD_ARGUMENT)
    #expect(lubdub_part_count(nil) == 0)
    #expect(lubdub_part_name(nil, 0) == nil)
    lubdub_release(nil)
    #expect(Answer(lubdub_run(nil, nil, 0)).text("message") == "rows is null")
    var empty = lubdub_rows()
    #expect(Answer(lubdub_run(&empty, nil, 0)).status == LUBDUB_OK)
    empty.count = 3
    #expect(Answer(lubdub_run(&empty, nil, 0)).text("message") == "rows.times is null")
    #expect(run([1, 1], kinds: [0, 252]).text("message").hasPrefix("rows.kinds[1] is 252"))
    #expect(run([1], "{").status == LUBDUB_BAD_ARGUMENT)
    #expect(run([1], "[]").text("message") == "options are not a JSON object")
    #expect(Answer(lubdub_read([0xFF, 0], 2, "x", 1)).status == LUBDUB_BAD_FORMAT)
    #expect(Answer(lubdub_export(nil, "{}", 2)).text("message").contains("no timeline"))
    let refused = run([.infinity, -1, 2])
    #expect(refused.status == LUBDUB_OK)
    #expect(refused.text("receptions").contains(#""not_finite": 2"#))
  }

  @Test func `Planned beats equal the beats that follow if rows continue as before`() {
    let still = [Double](repeating: 0.7, count: 200)
    let first = run(Array(still[..<100]), #"{"ahead": 3}"#)
    let last = 9.9
    let following = run(still).numbers("beat_time").filter { $0 > last && $0 <= last + 3 }
    let planned = first.numbers("planned_time")
    #expect(planned.count == following.count && planned.count >= 2)
    for (plan, beat) in zip(planned, following) { #expect(abs(plan - beat) < 1e-9) }
    // A lub and a dub.
    #expect(first.numbers("planned_event_time").count == 2 * planned.count)
    #expect(run(still).parts["planned_time"] == nil)
    #expect(run(still, #"{"ahead": 61}"#).text("message").hasPrefix("ahead is 61"))
  }

  @Test func `The catalog lists every setting, and the settings are complete`() throws {
    let answer = Answer(lubdub_settings(nil, 0))
    let catalog = try JSONParser.parse(answer.parts["catalog"] ?? []).array ?? []
    #expect(catalog.count > 40)
    #expect(catalog.contains { $0["key"] == "zones.edges" && $0["level"] == "basic" })
    #expect(answer.text("settings").contains(#""edges": [0.05, 0.2, 1, 2]"#))
  }

  @Test func `A heart sets the tempo, and a heart that isn't a list of numbers is rejected`() {
    let near = [Double](repeating: 0.5, count: 100)
    let ends = (1...12).map { Double($0) * 0.8 }
    let heart = #""heart": {"ends": \#(ends), "intervals": \#(ends.map { _ in 0.8 })}"#
    let policy = #""settings": {"heartbeat": {"policy": "pulse"}}"#
    let answer = run(near, "{\(policy), \(heart)}")
    let intervals = answer.numbers("beat_interval")
    #expect(intervals.count > 5 && intervals.suffix(5).allSatisfy { abs($0 - 0.8) < 1e-9 })
    #expect(run(near, "{\(policy)}").numbers("beat_interval") != intervals)
    for wrong in [
      #"{"ends": [1, 2], "intervals": [1]}"#, #"{"ends": [1, "x"], "intervals": [1, 1]}"#, "5",
    ] {
      let refused = run(near, #"{"heart": \#(wrong)}"#)
      #expect(refused.status == LUBDUB_BAD_ARGUMENT, "\(wrong)")
    }
  }
}
