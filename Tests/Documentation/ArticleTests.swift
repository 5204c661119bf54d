import Foundation
import LubdubHaptics
import LubdubLive
import TestSupport
import Testing

/// The examples of the articles are the files next to this one, and they run.
@Suite struct ArticleTests {
  private static let articles = [
    "GettingStarted", "LiveHeartbeat", "TuneThenShip", "ChangingSettings", "YourOwnEstimator",
    "AHAPFromCode",
  ]

  private static let pages =
    articles.map { "Sources/Lubdub/Lubdub.docc/\($0)" }
    + ["docs/reference/traces"]

  @Test(arguments: pages)
  func `The Swift code of a page is the file compiled here`(_ page: String) throws {
    let root = Recordings.packageRoot
    let name = page.split(separator: "/").last.map(String.init) ?? ""
    let article = try String(contentsOf: root.appending(path: page + ".md"), encoding: .utf8)
    let source = try String(
      contentsOf: root.appending(
        path: "Tests/Documentation/\(name.prefix(1).uppercased() + name.dropFirst()).swift"),
      encoding: .utf8)
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(!blocks.isEmpty)
    #expect(blocks.joined(separator: "\n") == source)
  }

  @Test func `The live example of the docs is compiled in this test`() async throws {
    let root = Recordings.packageRoot
    let page = try String(
      contentsOf: root.appending(path: "docs/how-to/use-in-an-app.md"), encoding: .utf8)
    let source = try String(
      contentsOf: root.appending(path: "Tests/Documentation/ReadmeLive.swift"),
      encoding: .utf8)
    let body = source.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.hasPrefix("  ") }.map { $0.dropFirst(2) }.joined(separator: "\n")
    #expect(page.contains(body))
    let whole = try String(
      contentsOf: root.appending(path: "Tests/Apple/Tests/UseInAnApp.swift"), encoding: .utf8)
    let blocks = page.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
      .flatMap { $0.split(separator: "\n") }.filter { !$0.hasPrefix("import ") }
    #expect(blocks.count > 15)
    #expect(
      whole.contains(blocks.map { "  \($0)" }.joined(separator: "\n")),
      "Tests/Apple compiles the page as one")
    try await readmeLive()
  }

  @Test func `The catalog lists every article`() throws {
    let folder = Recordings.packageRoot.appending(path: "Sources/Lubdub/Lubdub.docc")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let listed = try String(contentsOf: folder.appending(path: "Lubdub.md"), encoding: .utf8)
    #expect(Set(files) == Set((Self.articles + ["Lubdub"]).map { "\($0).md" }))
    for name in Self.articles { #expect(listed.contains("<doc:\(name)>")) }
  }

  @Test(arguments: ["LubdubLive", "LubdubApple"])
  func `A catalog names public declarations, and the package index builds it`(_ product: String)
    throws
  {
    let root = Recordings.packageRoot
    func text(_ path: String) throws -> String {
      try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
    let page = try text("Sources/\(product)/\(product).docc/\(product).md")
    let declarations = try text("api/\(product).txt")
    let names = Set(page.matches(of: /``(\w+)``/).map { String($0.1) })
    #expect(names.contains(product) && names.count > 4)
    for name in names.subtracting([product]) {
      #expect(
        declarations.contains(try Regex("\\b(class|struct|actor|protocol|typealias) \(name)\\b")))
    }
    #expect(try text(".spi.yml").contains(product))
  }

  @Test func `The examples do what their pages describe`() async throws {
    let session = try firstSession()
    #expect(session.zoneChanges.contains { $0.to == 0 })
    let walk: [Sample] = (0..<300).map {
      .uwb(Meters(max(0.3, 3 - 0.02 * Double($0))), at: Seconds(0.1 * Double($0)))
    }
    #expect(try feed(walk) > 10)
    let mean = try runWithMean(walk).timeline
    #expect(mean.beats.count > 10 && mean.events.count == 3 * mean.beats.count)
    #expect(mean.beats.allSatisfy { (0.33...1.5).contains($0.interval.value) })
    #expect(Set(mean.beats.map(\.interval)).count > 10, "the tempo follows the distance")
    let configuration = Preset.sonar.configuration
    #expect(try shipped(written(configuration)) == configuration)
    var changed = configuration
    let sliders = sliders(of: configuration)
    #expect(sliders.count > 8)
    for (key, range) in sliders {
      for place in [range.upperBound, (range.lowerBound + range.upperBound) / 2] {
        var moved = configuration
        #expect(throws: Never.self, "\(key) \(place)") { try set(key, place, in: &moved) }
      }
    }
    try set("uwb.bias", 0.1, in: &changed)
    #expect(changed.ranging.range.bias.constant == 0.1)
    #expect(throws: SettingsFileError.self) { try set("uwb.bia", 0.1, in: &changed) }
    var pipeline = try Pipeline(Preset.eternalLoop.configuration)
    for sample in walk { pipeline.process(sample) { _ in } }
    try quicken(&pipeline)
    #expect(pipeline.configuration.heartbeat.intervals[0] == 0.15)
    #expect(!(try restingHeart()).isEmpty)
    let two = walk.flatMap { sample -> [(peer: String, sample: Sample)] in
      [("anna", sample), ("ben", .uwb(1.9, at: sample.time))]
    }
    #expect((try await nearest(two))["anna"] ?? 0 > 10)
    let player = try LivePlayer(Preset.eternalLoop.configuration, clock: ContinuousClock())
    let events = await player.events
    for sample in walk { await player.process(sample) }
    await player.finish()
    let engine = CountingEngine()
    await play(events, on: engine)
    #expect(await engine.scheduled > 10)
    let path = Recordings.packageRoot.appending(path: "datasets/approach.csv").path
    #expect(try copy(of: path).count > 1000)
  }
}

private actor CountingEngine: BeatPlayer {
  private(set) var scheduled = 0
  func schedule(_ events: [HapticEvent], for beat: Beat.ID) { scheduled += 1 }
  func cancel(_ beat: Beat.ID) {}
  func contact(_ contact: SustainedContact) {}
}
