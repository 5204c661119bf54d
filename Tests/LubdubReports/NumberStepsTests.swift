import Testing

@testable import LubdubReports

@Suite("Long columns of a page") struct NumberStepsTests {
  @Test func `Steps are codes of whole numbers of the last digit`() {
    // 100, 150, none and 125 hundredths: steps of 100, 50 and -25.
    #expect(NumberSteps.text([1, 1.5, .nan, 1.25]) == "~2~yQFlADI=")
    #expect(NumberSteps.text([]) == "~0~")
    #expect(NumberSteps.text([-3]) == "~0~Bg==")
  }

  @Test func `A number with more digits than a log writes has no steps`() {
    #expect(NumberSteps.text([1, 0.1234567]) == nil)
    #expect(NumberSteps.text([1e17]) == nil)
  }
}
