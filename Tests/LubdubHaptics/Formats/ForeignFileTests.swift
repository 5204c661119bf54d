import Foundation
import Lubdub
import Testing

@testable import LubdubHaptics

/// Files as other tools write them.
@Suite struct ForeignFileTests {
  private func ahap(_ parameters: String) -> String {
    #"{"Version":1,"Pattern":[{"Event":{"Time":1,"EventType":"HapticContinuous","EventDuration":2,"#
      + #""EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":0.8},\#(parameters)]}}]}"#
  }

  private func parameter(_ name: String, _ value: Double) -> String {
    #"{"ParameterID":"\#(name)","ParameterValue":\#(value)}"#
  }

  @Test("AHAP attack and release become a rise and a fall, with the assumed scale noted")
  func attackAndRelease() throws {
    let text = ahap("\(parameter("AttackTime", 0.5)),\(parameter("ReleaseTime", 1))")
    let read = try HapticFormat.ahap.read(Array(text.utf8))
    #expect(read.findings.map(\.code) == ["adjuster-assumed"])
    #expect(read.loss[.continuous, .assumed]?.count == 1 && !read.loss.isFelt)
    let course = PlainCourse(read.document.timeline)
    // (1000^0.5 - 1) / 999 s of rise, a second of fall after the event.
    let rise = (1000.0.squareRoot() - 1) / 999
    #expect(abs(course.felt(1 + rise / 2).intensity - 0.4) < 1e-6)
    #expect(abs(course.felt(2).intensity - 0.8) < 1e-9)
    #expect(abs(course.felt(3.5).intensity - 0.4) < 1e-6)
    #expect(read.document.timeline.duration == 4)
  }

  @Test func `An AHAP event that is not sustained decays`() throws {
    let whole = ahap(parameter("Sustained", 0))
    let course = PlainCourse(try HapticFormat.ahap.decode(Array(whole.utf8)).timeline)
    #expect(abs(course.felt(2).intensity - 0.4) < 1e-6)
    let short = ahap("\(parameter("Sustained", 0)),\(parameter("DecayTime", 1))")
    let quick = PlainCourse(try HapticFormat.ahap.decode(Array(short.utf8)).timeline)
    #expect(abs(quick.felt(1.5).intensity - 0.4) < 1e-6)
    #expect(quick.felt(2.5).intensity == 0)
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func `A file in UTF-16 is read`(_ encoding: String.Encoding) throws {
    let text = ahap(parameter("HapticSharpness", 0.3))
    let mark: [UInt8] = encoding == .utf16LittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF]
    let bytes = mark + (text.data(using: encoding).map { [UInt8]($0) } ?? [])
    #expect(FileKind.recognize(bytes).format == .ahap)
    #expect(
      try HapticFormat.ahap.decode(bytes) == HapticFormat.ahap.decode(Array(text.utf8)))
  }

  @Test(arguments: [
    #"{"Event":{"Type":"transient","RelativeTime":5,"Intensity":80,"Frequency":40}}"#,
    #"{"Type":"transient","RelativeTime":5,"Parameters":{"Intensity":80,"Frequency":40}}"#,
    #"{"Type":"transient","RelativeTime":5,"Intensity":80,"Frequency":40}"#,
  ])
  func `RichTap version 1 with flat events is read`(_ event: String) throws {
    let bytes = Array(#"{"Metadata":{"Version":1},"Pattern":[\#(event)]}"#.utf8)
    #expect(FileKind.recognize(bytes).format == .richTap)
    let events = try HapticFormat.richTap.decode(bytes).timeline.events
    #expect(events == [HapticEvent(time: 0.005, intensity: 0.8, sharpness: 0.4)])
  }
}
