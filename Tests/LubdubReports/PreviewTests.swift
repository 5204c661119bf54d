import Foundation
import LubdubHaptics
import TestSupport
import Testing

@testable import LubdubReports

@Suite("A preview of haptic files")
struct PreviewTests {
  private static let taps = Timeline(
    duration: 2,
    events: [0, 0.5, 1].map { HapticEvent(time: $0, intensity: 0.8, sharpness: 0.5) } + [
      HapticEvent(
        time: 1.2, intensity: 0.5, sharpness: 0.2, kind: .continuous(duration: 0.5, curve: []))
    ])

  private func preview(
    _ timeline: Timeline, _ name: String = "taps", findings: [Finding] = []
  ) -> PatternPreview {
    PatternPreview(
      name: name, format: "json", document: TimelineDocument(timeline), findings: findings,
      options: RenderOptions(sampleRate: 8000))
  }

  @Test func `The envelope shows each event at its time and strength`() throws {
    let envelope = try preview(Self.taps).envelope(span: 2, count: 20)
    let levels = zip(envelope.low, envelope.high).map { max(-$0, $1) }
    for (piece, isLoud) in [(0, true), (2, false), (5, true), (8, false), (10, true), (19, false)] {
      #expect((levels[piece] > 0.01) == isLoud, "\(piece): \(levels[piece])")
    }
    // The vibration has 0.5 of what the taps have 0.8 of.
    #expect(abs(Double(levels[14] / levels[5]) - 0.5 / 0.8) < 0.1)
  }

  @Test func `Two timelines are compared event by event, with the same result in either order`() {
    var other = Self.taps
    other.events[1].time = 0.52
    other.events[2].intensity = 0.3
    other.events.insert(HapticEvent(time: 0.2, intensity: 1, sharpness: 1), at: 1)
    other.events.removeLast()
    let there = TimelineComparison(Self.taps, other)
    #expect(there.transients.paired == 3)
    #expect((there.transients.onlyFirst, there.transients.onlySecond) == (0, 1))
    #expect(there.transients.time == 0.02)
    #expect(there.transients.intensity == 0.5)
    #expect(there.transients.sharpness == 0)
    #expect((there.continuous.paired, there.continuous.onlyFirst) == (0, 1))
    #expect(there.continuous.time == nil)
    let back = TimelineComparison(other, Self.taps)
    #expect((back.transients.onlyFirst, back.transients.onlySecond) == (1, 0))
    #expect(back.transients.time == 0.02)
    let same = TimelineComparison(Self.taps, Self.taps)
    #expect((same.transients.paired, same.continuous.paired) == (3, 1))
    #expect((same.transients.time, same.continuous.duration) == (0, 0))
  }

  @Test func `The loss table has the counts of each format's report`() throws {
    let document = TimelineDocument(Self.taps)
    let table = PatternPreview.losses(of: [preview(Self.taps)])
    #expect(table.rows.map(\.[0]) == HapticFormat.allCases.map(\.rawValue) + ["wav"])
    for (format, row) in zip(HapticFormat.allCases, table.rows) {
      let felt = try format.encode(document).loss.entries.filter(\.isFelt)
      for (kind, cell) in zip(table.head, row).dropFirst() {
        let count = felt.filter { $0.loss.rawValue == kind }.reduce(0) { $0 + $1.count }
        #expect(Int(cell.prefix { $0 != " " }) ?? 0 == count, "\(format) \(kind): \(cell)")
      }
    }
    // Two files stand next to each other.
    let both = PatternPreview.losses(of: [preview(Self.taps, "a"), preview(Self.taps, "b")])
    #expect(both.rows.prefix(4).map(\.[1]) == ["a", "b", "a", "b"])
  }

  @Test func `The length below the bars equals the length in the summary, at the pattern's end`()
    throws
  {
    var taps = Self.taps
    taps.events.removeLast()
    taps.duration = 1
    let lines = PreviewText.text([preview(taps)]).split(separator: "\n")
    #expect(lines[0].hasSuffix(", 1 s"))
    let axis = try #require(lines.first { $0.hasPrefix("               0 s") })
    #expect(axis.hasSuffix(" 1 s"))
    // The last tap is at the end, which the bars go a tenth of a second beyond.
    let bar = try #require(lines.first { $0.hasPrefix("  transients") })
    let last = try #require(bar.lastIndex { !" |".contains($0) })
    #expect(abs(bar.distance(from: bar.startIndex, to: last) - axis.count + 1) <= 1)
  }

  @Test(.enabled(if: hasPages, "tools/page makes the pages"))
  func `Hostile names and files stay text in the page and the drawing`() throws {
    let hostile = "</title><script>alert(1)</script>\"'><img src=x>\u{1}{{script}}"
    let long = String(repeating: "<b>", count: 300_000)
    let finding = Finding(.note, code: "unknown-key", at: hostile, long)
    let page = String(
      decoding: try PreviewPage.html([preview(Self.taps, hostile, findings: [finding])]),
      as: UTF8.self)
    #expect(!page.contains("alert(1)</script>") && !page.contains("<img") && !page.contains("<b>"))
    #expect(page.components(separatedBy: "</script>").count == 2)
    #expect(page.contains("&lt;/script&gt;&quot;&#39;&gt;&lt;img src=x&gt;\u{FFFD}{{script}}"))
    #expect(page.utf8.count < 200_000)
    let drawing = String(
      decoding: PatternDrawing.file([preview(Self.taps, hostile), preview(Self.taps)]),
      as: UTF8.self)
    #expect(!drawing.contains("<script") && !drawing.contains("\u{1}"))
  }

  @Test(.enabled(if: hasPages, "tools/page makes the pages"))
  func `The page allows only its own script, style, and sound`() throws {
    let page = String(decoding: try PreviewPage.html([preview(Self.taps)]), as: UTF8.self)
    #expect(page.contains(/default-src 'none'; script-src 'sha256-[^ ;]+'; style-src 'sha256-/))
    #expect(page.contains("media-src data:;"))
    #expect(!page.contains("https://"))
  }

  @Test(.enabled(if: hasPages, "tools/page makes the pages"))
  func `The page contains the rendered sound, or a note for a long pattern`() throws {
    let options = RenderOptions(sampleRate: 8000)
    let sound = Base64.encode(try renderWAVBytes(TimelineDocument(Self.taps), options))
    #expect(
      String(decoding: try PreviewPage.html([preview(Self.taps)]), as: UTF8.self)
        .contains("base64,\(sound)\""))
    var long = Self.taps
    long.duration = 121
    let page = String(decoding: try PreviewPage.html([preview(long)]), as: UTF8.self)
    #expect(!page.contains("<audio") && page.contains("The sound is left out"))
  }

  @Test func `Only the strongest of several events within half a pixel is drawn`() {
    func drawing(_ count: Int) -> [UInt8] {
      let taps = (0..<count).map {
        HapticEvent(time: Seconds(Double($0) * 1e-6), intensity: 0.5, sharpness: 0.5)
      }
      let strong = HapticEvent(time: 0.0001, intensity: 1, sharpness: 0.5)
      return PatternDrawing.file([preview(Timeline(duration: 1, events: taps + [strong]))])
    }
    #expect(drawing(300).count < drawing(1).count + 2000)
    let text = String(decoding: drawing(300), as: UTF8.self)
    // Full intensity is at the upper end of the scale, 26 pixels below the top.
    #expect(text.contains("cy=\"26\""))
  }
}
