import LubdubWorkbench
import Testing

@testable import LubdubWorkbench

/// Which candidate each role takes, and what is held out of it.
@Suite("Roles of settings")
struct FrontRolesTests {
  /// Candidates: before, cheaper, quick and dear, quick for little, calm, and calm with contact that is later.
  private static let costs = [1, 0.8, 0.5 + 0.7, 1.05, 0.98, 0.9]
  private static let late = [2.0, 2, 0, 1, 2, 3]
  private static let falseChanges = [4.0, 3, 9, 5, 1, 0]

  private static func roles(
    sessions: Int = 6, wanted: (whole: Int, left: [Int])? = nil
  ) -> FrontRoles {
    let scales = (0..<sessions).map { 1 + 0.1 * Double($0 % 3) }
    func table(_ values: [Double]) -> [[Double]] {
      scales.map { scale in values.map { scale * $0 } }
    }
    return FrontRoles(
      FeltTable(
        sums: [table(late), table(costs), table(costs), table(falseChanges)],
        grounds: [
          scales.map { 4 * $0 }, scales, scales.map { 60 * $0 }, scales.map { $0 / 60 },
        ]), LossTable(table(costs), late: table(late)), wanted: wanted)
  }

  @Test func `The wanted role has a row, held out with its own choice`() throws {
    let rows = Self.roles(wanted: (2, [5, 2, 2, 2, 2, 2])).rows
    let wanted = try #require(rows.last)
    #expect(wanted.role == .wanted && wanted.candidate == 2)
    #expect(wanted.here[0] == 0 && wanted.heldOut[0] ?? 0 > 0)
  }

  @Test func `Each role takes the best candidate for its purpose, at most a tenth more costly`() {
    let rows = Self.roles().rows
    #expect(rows.map(\.role) == FrontRole.allCases.dropLast())
    #expect(rows.map(\.candidate) == [0, 1, 3, 4])
  }

  @Test func `Held-out rates come from repeating the choice without each session`() throws {
    let rows = Self.roles().rows
    // The same choice without any session: the rates agree, and the change has no spread.
    for row in rows {
      #expect(row.here == row.heldOut, "\(row.role)")
      #expect(row.reach.allSatisfy { ($0 ?? 1) < 1e-6 }, "\(row.reach)")
    }
    let quick = try #require(rows[2].here[0])
    #expect(abs(quick - 0.25) < 1e-9)
    #expect(FrontRoles.reach([1], over: [1]) == nil)
    let reach = try #require(FrontRoles.reach([1, 3], over: [1, 1]))
    #expect(abs(reach - 12.71) < 1e-9)
  }

  @Test func `A role without a gain has no row`() {
    let same = [[1.0, 1.2], [1.0, 1.3]]
    let none = [[0.0, 0], [0.0, 0]]
    let rows = FrontRoles(
      FeltTable(sums: [none, none, same, same], grounds: [[0, 0], [0, 0], [60, 60], [1, 1]]),
      LossTable(same, late: none)
    ).rows
    #expect(rows.map(\.role) == [.keep] && rows[0].here[0] == nil)
  }
}
