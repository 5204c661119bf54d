import Foundation
import TestSupport
import Testing

@Suite("lubdub report", .enabled(if: hasPages, "tools/page makes the pages"))
struct ReportCommandTests {
  private let tool = Tool()

  @Test func `The page contains the session and is the same from run and report`() throws {
    let trace = Recordings.packageRoot.appending(path: "datasets/walk-by.csv").path
    _ = try tool("report", trace, "-o", "one.html")
    _ = try tool("run", trace, "-o", "two.html")
    let one = try tool.data(of: "one.html")
    #expect(one == (try tool.data(of: "two.html")))
    let page = String(decoding: one, as: UTF8.self)
    let data = try #require(pageData(page))
    let sessions = try #require(try JSONParser.parse(data)["sessions"]?.array)
    let session = try #require(sessions.first)
    #expect(session["name"]?.string == "walk-by.csv")
    let times = try #require(session["rows"]?["times"]?.string)
    #expect(times.split(separator: ",").compactMap { Double($0) }.count == 300)
    let parts = try #require(session["parts"]?.object)
    #expect(parts.keys.contains("beat_time"))
    #expect(try #require(parts["session"]?.string).contains("\"against_truth\""))
  }

  @Test(.programs("zopfli", of: "zopfli"), arguments: [false, true])
  func `The page of a one-minute session stays small`(hasHeart: Bool) throws {
    let folder = Recordings.packageRoot.appending(path: "datasets")
    let trace = folder.appending(path: "approach.csv").path
    let heart = ["pulse", folder.appending(path: "pulse/rr.txt").path, "--trace", trace]
    try tool.succeed((hasHeart ? heart : ["report", trace]) + ["-o", "page.html"])
    let size = try tool.data(of: "page.html").count
    #expect(size < 1_200_000, "the page is to stay small")
  }

  @Test func `The report command prints rejected rows on the terminal like run`() throws {
    try tool.write("t_s,range_m\n0,1\n1,-2\n2,1.5\n", to: "walk.csv")
    let page = try tool.succeed("report", "walk.csv", "-o", "page.html")
    #expect(page.text.hasPrefix("page.html: 2 rows, 1 rejected, "), "\(page.text)")
    let run = try tool("run", "walk.csv")
    #expect(page.error.contains("line 3: warning: 1 rejected"), "\(page.error)")
    #expect(page.error == run.error)
  }

  @Test func `Several traces become several sessions, named by their paths`() throws {
    let folder = Recordings.packageRoot.appending(path: "datasets")
    let trace = folder.appending(path: "walk-by.csv").path
    try FileManager.default.copyItem(atPath: trace, toPath: tool.path("walk-by.csv"))
    let other = folder.appending(path: "retreat.csv").path
    _ = try tool("report", trace, other, "walk-by.csv", "-o", "page.html")
    let page = String(
      decoding: try tool.data(of: "page.html"), as: UTF8.self)
    let data = try #require(pageData(page))
    let sessions = try #require(try JSONParser.parse(data)["sessions"]?.array)
    #expect(sessions.map { $0["name"]?.string } == [trace, "retreat.csv", "walk-by.csv"])
    try tool.refuse("report", "-", "-", "-o", "page.html", saying: "standard input")
  }

  @Test func `An estimator that the page's engine lacks is rejected by name`() throws {
    let trace = Recordings.packageRoot.appending(path: "datasets/walk-by.csv").path
    try tool.refuse(
      "report", trace, "--set", "estimator=raw", "-o", "page.html", saying: "estimator")
  }
}
