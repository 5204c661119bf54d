import Foundation
import LubdubCLI
import LubdubExtrasCLI
import TestSupport
import Testing

@Suite struct FormerNameTests {
  private let tool = Tool()

  /// With LUBDUB_RENEW set, the page is written instead.
  @Test func `The page of former names matches the table`() throws {
    let page = Recordings.packageRoot.appending(path: "docs/results/renamed.md")
    let made = FormerName.page(annexes: [.extras])
    if ProcessInfo.processInfo.environment["LUBDUB_RENEW"] != nil {
      try Data(made.utf8).write(to: page)
    }
    #expect(try String(contentsOf: page, encoding: .utf8) == made)
  }

  @Test func `Every former option and command is rejected with its cure`() throws {
    for name in FormerName.known(annexes: [.extras]) {
      let commands = name.commands.isEmpty ? ["simulate"] : name.commands
      for command in commands where command != "bench" {
        switch name.kind {
        case .option: try tool.refuse(command, name.name, "x", saying: name.cure)
        case .command: try tool.refuse(name.name, "walk.csv", saying: name.cure)
        case .member, .module: break
        }
      }
    }
  }
}
