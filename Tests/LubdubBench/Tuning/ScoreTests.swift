import Testing

@testable import LubdubBench

@Suite struct ScoreTests {
  @Test("Adding scores adds every field that is stored")
  func adding() {
    var one = Score()
    var other = Score()
    for (index, field) in Score.fields.enumerated() {
      one[keyPath: field.path] = Double(index + 1)
      other[keyPath: field.path] = Double(1000 * (index + 1))
    }
    one.add(other)
    for (index, field) in Score.fields.enumerated() {
      #expect(one[keyPath: field.path] == Double(1001 * (index + 1)), "\(field.name)")
    }
  }
}
