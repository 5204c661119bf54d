import Testing

@testable import Lubdub

@Suite("Pattern notation")
struct PatternNotationTests {
  private func elements(_ line: String) throws -> [Pattern.Element] {
    try Pattern.Element.list(line: line, "pattern")
  }

  @Test func `A tap has a time, an intensity, and a sharpness of 0.5 by default`() throws {
    #expect(
      try elements("0:1/0.35 0.14:0.55") == [
        .init(sharpness: 0.35), .init(offset: 0.14, intensity: 0.55, sharpness: 0.5),
      ])
  }

  @Test func `A length gives a vibration with levels at equal distances`() throws {
    let element = try #require(try elements("0.2+0.3:0/0.2>1/0.4>0/0.2").first)
    #expect(element.offset == 0.2 && element.intensity == 1 && element.sharpness == 0.4)
    guard case .continuous(let duration, let curve) = element.kind else {
      Issue.record("no vibration")
      return
    }
    #expect(duration == 0.3 && curve.map(\.offset) == [0, 0.15, 0.3])
    #expect(curve.map(\.intensity) == [0, 1, 0])
    let fall = try elements("0+0.3:1/0.2>0 0.4+0.1:0.5>1/0.7>0")
    let tones = fall.map { element -> [Double] in
      guard case .continuous(_, let curve) = element.kind else { return [] }
      return curve.map(\.sharpness)
    }
    #expect(tones == [[0.2, 0.2], [0.5, 0.7, 0.7]])
    let flat = try elements("0+1:0.5/0.1")
    #expect(flat.first?.kind == .continuous(duration: 1, curve: []))
  }

  @Test(arguments: [
    "0", "a:1", "0:2", "0:1/2", "0:1>0", "0+0:1", "-1:1", "0:1/0.5/0.5", "0:", ":1",
  ])
  func `An invalid line is rejected with the wrong word`(line: String) {
    #expect(throws: SettingError.self) { try elements(line) }
  }
}
