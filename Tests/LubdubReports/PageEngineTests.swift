import LubdubSupport
import Testing

@testable import LubdubReports

@Suite("The engine of pages")
struct PageEngineTests {
  private static let catalog: JSONValue = [
    ["key": "uwb.gate", "minimum": 1], ["key": "heartbeat.pulseRampTime", "minimum": 0],
  ]

  @Test(.enabled(if: PageEngine.isThere, "no engine was built in; tools/wasm builds one"))
  func `The included engine is built from the tool's own sources`() throws {
    #expect(throws: Never.self) { try PageEngine.requireSameSettings() }
  }

  @Test func `An engine with the same settings is accepted`() throws {
    #expect(throws: Never.self) {
      try PageEngine.compare(JSONWriter.encode(Self.catalog), with: Self.catalog)
    }
  }

  @Test(
    "An engine with missing, extra, or different settings is rejected with the fix",
    arguments: [
      ([["key": "uwb.gate", "minimum": 1]], "they differ in heartbeat.pulseRampTime;"),
      (
        [
          ["key": "uwb.gate", "minimum": 1], ["key": "heartbeat.pulseRampTime", "minimum": 0],
          ["key": "zones.new"],
        ], "they differ in zones.new;"
      ),
      (
        [["key": "uwb.gate", "minimum": 2], ["key": "heartbeat.pulseRampTime", "minimum": 0]],
        "they differ in uwb.gate;"
      ),
    ] as [(JSONValue, String)])
  func stale(known: JSONValue, message: String) throws {
    let error = try #require(throws: StaleEngine.self) {
      try PageEngine.compare(JSONWriter.encode(known), with: Self.catalog)
    }
    #expect(error.description.contains(message), "\(error)")
    #expect(error.description.contains("run tools/wasm in the sources of lubdub and build again"))
  }

  @Test
  func `An engine with unknown settings is rejected, and the error names the first three settings`()
    throws
  {
    let many = JSONValue.array((0..<9).map { ["key": .string("uwb.key\($0)")] })
    let error = try #require(throws: StaleEngine.self) {
      try PageEngine.compare([], with: many)
    }
    #expect(error.description.contains("uwb.key0, uwb.key1, uwb.key2 and 6 more;"), "\(error)")
  }
}
