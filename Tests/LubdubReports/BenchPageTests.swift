import Foundation
import TestSupport
import Testing

@testable import LubdubReports

@Suite("The page of a benchmark")
struct BenchPageTests {
  @Test(.enabled(if: hasPages, "tools/page makes the pages"))
  func `Hostile names stay text, and the policy allows only the page's script`() throws {
    let hostile = "</script><script>alert(1)</script>"
    let page = BenchPage(
      hostile, notes: [hostile],
      [
        BenchPage.Part(hostile, columns: [hostile], rows: [[hostile]]),
        BenchPage.Part(
          "chart", x: hostile, y: "y",
          series: [BenchPage.Series(hostile, [BenchPage.Point(x: 1, y: 2, text: hostile)])]),
      ])
    let html = String(decoding: try page.html, as: UTF8.self)
    #expect(!html.contains("alert(1)</script>"))
    #expect(html.components(separatedBy: "</script>").count == 3)
    #expect(html.contains("default-src 'none'; script-src 'sha256-"))
    for name in ["style", "script", "data", "generator", "style-hash", "script-hash"] {
      #expect(!html.contains("{{\(name)}}"))
    }
  }

  @Test func `A point without a value is omitted, and coordinates have six decimals`() {
    let series = BenchPage.Series(
      "s", [BenchPage.Point(x: 1.0 / 3, y: 2), BenchPage.Point(x: .nan, y: 1)])
    #expect(series.points.map(\.x) == [0.333333])
  }
}
