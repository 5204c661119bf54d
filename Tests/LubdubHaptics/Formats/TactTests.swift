import Lubdub
import Testing

@testable import LubdubHaptics

/// Projects of bHaptics as the editor writes them.
@Suite struct TactTests {
  private func project(_ tracks: String...) -> [UInt8] {
    Array(#"{"project":{"tracks":[\#(tracks.joined(separator: ","))]}}"#.utf8)
  }

  private func track(_ modes: String, from start: Int = 0, isEnabled: Bool = true) -> String {
    #"{"enable":\#(isEnabled),"effects":[{"startTime":\#(start),"offsetTime":200,"modes":{\#(modes)}}]}"#
  }

  private func path(_ place: String, _ points: String, _ playback: String = "NONE") -> String {
    #""\#(place)":{"mode":"PATH_MODE","pathMode":{"feedback":[{"playbackType":"\#(playback)","#
      + #""pointList":[\#(points)]}]}}"#
  }

  private func point(_ time: Int, _ intensity: Double) -> String {
    #"{"time":\#(time),"intensity":\#(intensity),"x":0.5,"y":0.5}"#
  }

  @Test func `A path with one point plays to the end of its effect`() throws {
    let read = try HapticFormat.tact.read(project(track(path("Head", point(50, 0.8)), from: 100)))
    let event = try #require(read.document.timeline.events.first)
    #expect(event.time == 0.15 && event.duration == 0.15 && event.intensity == 0.8)
    #expect(!read.loss.isFelt)
    // A point at the end of its effect lasts a frame.
    let last = try HapticFormat.tact.decode(project(track(path("Head", point(200, 0.8)))))
    #expect(last.timeline.events.first?.duration == 0.02)
  }

  @Test func `A disabled track is not played`() throws {
    let on = track(path("Head", point(0, 0.3)))
    let off = track(path("Head", point(0, 1)), isEnabled: false)
    let read = try HapticFormat.tact.read(project(on, off))
    #expect(read.document.timeline.events.map(\.intensity) == [0.3])
    #expect(read.findings.map(\.code) == ["disabled-track"])
  }

  @Test(arguments: ["FADE_IN", "FADE_OUT", "FADE_IN_OUT"])
  func `A path fades as its effect specifies`(_ playback: String) throws {
    let points = "\(point(0, 1)),\(point(200, 1))"
    let read = try HapticFormat.tact.decode(project(track(path("Head", points, playback))))
    let course = PlainCourse(read.timeline)
    let expected = ["FADE_IN": (0.25, 0.75), "FADE_OUT": (0.75, 0.25), "FADE_IN_OUT": (0.5, 0.5)]
    let (early, late) = try #require(expected[playback])
    #expect(abs(course.felt(0.05).intensity - early) < 1e-6)
    #expect(abs(course.felt(0.15).intensity - late) < 1e-6)
  }

  @Test func `Places are kept or reported as merged, and a single place can be read`() throws {
    let modes = "\(path("VestFront", point(0, 0.4))),\(path("VestBack", point(0, 0.9)))"
    let bytes = project(track(modes))
    let all = try HapticFormat.tact.read(bytes)
    #expect(all.document.places.map(\.name) == ["VestBack", "VestFront"])
    #expect(all.document.places.map { $0.timeline.events.map(\.intensity) } == [[0.9], [0.4]])
    #expect(all.loss.isEmpty)
    let merged = try HapticFormat.ahap.encode(all.document)
    #expect(merged.loss[.timeline, .mergedChannels]?.names == ["VestBack", "VestFront"])
    #expect("\(merged.loss)".contains("merged-channels (2: VestBack, VestFront)"))
    #expect(try HapticFormat.ahap.decode(merged.bytes).timeline.events.map(\.intensity) == [0.9])
    for name in ["vest-front", "VestFront"] {
      let front = try HapticFormat.tact.read(bytes, place: name)
      #expect(front.document.timeline.events.map(\.intensity) == [0.4])
      #expect(front.loss.isEmpty)
      #expect(front.findings.first?.message.contains("VestBack") == true)
    }
    #expect(throws: FormatError.self) { try HapticFormat.tact.read(bytes, place: "head") }
    #expect(throws: FormatError.self) { try HapticFormat.ahap.read([], place: "head") }
  }
}
