import Foundation
import TestSupport
import Testing

/// The notes of a live session in addition to its timeline.
@Suite struct LiveNotesTests {
  private let tool = Tool()

  private static let links = "t_s,range_m,peer\n0,1,A\n1,1,A\n2,9,B\n3,1,A\n4,9,B\n5,9,B\n"

  /// Runs a live session on a pipe, which can't be read twice.
  private static func piped(_ text: String, _ arguments: String, _ tool: Tool) throws -> String {
    try tool.write(text, to: "log")
    try LiveTests.shell(
      "cat log | \"$tool\" live - \(arguments) > out 2> error; echo $? > status", tool)
    return try LiveTests.contents("error", tool)
  }

  private static func status(_ tool: Tool) throws -> String {
    try LiveTests.contents("status", tool).trimmingCharacters(in: .newlines)
  }

  @Test(
    "In a stream of several links, the first link is used, with one note and a final count of the other links"
  )
  func firstLink() throws {
    let error = try Self.piped(Self.links, "", tool)
    #expect(try Self.status(tool) == "0")
    #expect(error.contains("links so far: A, B; using A, the first; --peer chooses another\n"))
    #expect(error.contains("2 links: A (3 rows), B (3 rows); using A, --peer chooses another\n"))
    #expect(error.contains("distance  1 m to 1 m"), "\(error)")
    #expect(error.contains("standard input: 3 s, 3 rows (csv)"), "\(error)")
  }

  @Test(arguments: ["A", ""])
  func `A log with a single link gives no note about links`(_ name: String) throws {
    let error = try Self.piped("t_s,range_m,peer\n0,1,\(name)\n1,1,\(name)\n", "", tool)
    #expect(error.contains("2 rows (csv)") && !error.contains("link"), "\(error)")
  }

  @Test func `In a file of several links, live uses the first link and mentions --peer`() throws {
    let text = Self.links + "6,9,B\n"
    try tool.write(text, to: "log.csv")
    let live = try tool("live", "log.csv")
    #expect(live.error.contains("using A, the first; --peer chooses another"), "\(live.error)")
  }

  @Test(
    "The run command uses the link with the most rows of standard input, and rejects a missing link"
  )
  func batch() throws {
    let input = Data(Self.links.utf8)
    let first = try tool("run", "-", input: input)
    #expect(first.error.contains("2 links: A (3 rows), B (3 rows); using A"), "\(first.error)")
    #expect(first.text.contains("distance  1 m to 1 m"), "\(first.text)")
    try tool.write(input, to: "log.csv")
    for path in ["-", "log.csv"] {
      try tool.refuse(
        "run", path, "--peer", "zz", "-o", "zz.json", input: input,
        saying: "no link \"zz\"; links: A (3), B (3)")
      #expect(!tool.hasFile("zz.json"))
    }
  }

  @Test func `A link that never appears is an error that lists the available links`() throws {
    let error = try Self.piped(Self.links, "--peer zz", tool)
    #expect(try Self.status(tool) == "2")
    #expect(error == "Error: standard input: no link \"zz\"; links: A (3), B (3)\n")
  }

  @Test(.timeLimit(.minutes(1)))
  func `The first rejection for each reason is reported while the stream continues`() throws {
    try LiveTests.shell(
      """
      : > error
      { printf 't_s,range_m\\n0,1\\n1,x\\n2,y\\n'
        for tick in $(seq 400); do grep -q 'rejected, not-a-number' error && break; sleep 0.05; done
        cp error early
        printf '3,-1\\n'
      } | "$tool" live - > out 2> error
      """, tool)
    let early = try LiveTests.contents("early", tool)
    let rule = "range_m is \"x\"; expected a decimal number"
    #expect(early == "lubdub: standard input:3: rejected, not-a-number: \(rule)\n")
    let error = try LiveTests.contents("error", tool)
    #expect(error.contains("standard input:5: rejected, negative-range: "), "\(error)")
    #expect(error.contains("lines 3, 4: warning: 2 rejected: \(rule)"), "\(error)")
  }

  @Test(.timeLimit(.minutes(1)))
  func `A followed file without trace rows for many lines ends the session`() throws {
    let lines = Array(repeating: "1,2\n", count: 200).joined()
    try Data(("foo,bar\n" + lines).utf8).write(to: URL(filePath: tool.path("log.csv")))
    let live = try tool("live", "log.csv", "--follow")
    #expect(live.status == 2)
    #expect(live.error.hasPrefix("Error: log.csv:1: this is not a trace"), "\(live.error)")
  }

  #if os(Linux)
  /// Follows `log.csv`, runs the commands while the tool runs, and interrupts the tool.
  private static func follow(_ text: String, _ commands: String, _ tool: Tool) throws -> String {
    try tool.write(text, to: "log.csv")
    try LiveTests.shell(
      """
      found() { for tick in $(seq 400); do grep -q "$1" "$2" && break; sleep 0.05; done; }
      : > error; : > out
      timeout 60 env --default-signal=INT "$tool" live log.csv --follow > out 2> error &
      child=$!
      \(commands)
      kill -INT $(pgrep -P $child || echo $child)
      wait $child
      echo $? > status
      """, tool)
    return try LiveTests.contents("error", tool)
  }

  @Test(
    "An unknown format is reported after a second, and becomes an error on interruption")
  func noTrace() throws {
    let error = try Self.follow("foo,bar\n1,2\n", "found 'no known format' error", tool)
    #expect(error.contains("log.csv: 2 lines, of no known format so far; --from names one\n"))
    #expect(error.contains("Error: log.csv:1: this is not a trace"), "\(error)")
    #expect(try Self.status(tool) == "2")
  }

  @Test(
    "Lines cut by a file replacement or an interruption are named and skipped")
  func cutLines() throws {
    let error = try Self.follow(
      "t_s,range_m\n1,2\n1.5,0.",
      """
      found '"record": "timeline"' out; sleep 0.3
      mv log.csv log.csv.1
      printf 't_s,range_m\\n2,2\\n3,x\\n3.5,0.' > new; mv new log.csv
      found rejected error
      """, tool)
    #expect(try Self.status(tool) == "0")
    #expect(
      error.hasPrefix(
        """
        lubdub: log.csv:3: not complete, left out
        lubdub: log.csv was replaced or truncated; its lines are counted from 1 again
        lubdub: log.csv:3: rejected, not-a-number: range_m is "x"; expected a decimal number
        lubdub: log.csv:4: not complete, left out
        log.csv: 1 s, 2 rows (csv), 1 rejected

        """), "\(error)")
    #expect(error.contains("distance  2 m to 2 m"), "\(error)")
  }
  #endif
}
