import LubdubSupport
import Testing

@testable import LubdubCLI

@Suite struct OtherFileTests {
  private static func advice(_ row: (Int) -> String) -> String {
    let text = (0..<120).map { row($0) + "\n" }.joined()
    return OtherFile.advice(Array(text.utf8), "log") ?? "nothing"
  }

  @Test func `XML with ranges isn't a haptic file, and other texts get no advice`() {
    let xml = Self.advice { $0 == 0 ? "<log>" : "<sample t=\"\($0)\" distance=\"2.5\"/>" }
    #expect(xml.contains("save it as a table t_s,range_m"), "\(xml)")
    let effect = Self.advice { _ in "<vibration-effect>" }
    #expect(effect.contains("haptic files"), "\(effect)")
    #expect(Self.advice { $0 == 0 ? "t_s,range_m" : "\($0),2.5" } == "nothing")
    #expect(Self.advice { "word \($0)" } == "nothing")
  }
}
