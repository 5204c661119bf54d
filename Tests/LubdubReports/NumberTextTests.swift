import Lubdub
import LubdubReports
import Testing

@Suite struct NumberTextTests {
  @Test(
    "A number with fixed decimals keeps its zeros, and a missing number is a dash",
    arguments: [
      (1.5, 3, "1.500"), (-0.0004, 3, "0.000"), (-1.9996, 3, "-2.000"), (12.5, 0, "13"),
      (.infinity, 2, "-"), (1e20, 2, "1e+20"),
    ])
  func fixed(number: Double, decimals: Int, text: String) {
    #expect(NumberText.fixed(number, decimals) == text)
  }

  @Test(arguments: [
    (1.5, 3, "1.5"), (2.0004, 3, "2"), (0.12345, 4, "0.1235"), (-3, 2, "-3"), (-0.004, 2, "0"),
  ])
  func `A rounded number has no trailing zeros`(number: Double, decimals: Int, text: String) {
    #expect(NumberText.rounded(number, decimals) == text)
  }

  @Test(arguments: [(29.97, "29.97 s"), (1, "1 s"), (1.1, "1.1 s"), (0.456, "0.46 s"), (0, "0 s")])
  func `A duration has at most two decimals`(number: Double, text: String) {
    #expect(NumberText.seconds(number) == text)
  }

  @Test func `A number rounded to zero has no sign`() {
    #expect("\((-0.00004).rounded(decimals: 4))" == "0.0")
  }

  @Test func `A missing number is a dash`() {
    #expect(NumberText.fixed(nil) == "-")
  }

  @Test
  func `The first column of a table is aligned left, and all other columns are aligned right`() {
    let lines = TextTable.lines([["name", "m"], ["a", "12.5"], ["", ""]])
    #expect(lines == ["name     m", "a     12.5", "          "])
    #expect(TextTable.lines([]).isEmpty)
  }
}
