import Testing

@testable import LubdubReports

@Suite("Long columns of a page") struct NumberStepsTests {
  @Test func `Steps encode whole multiples of the last digit`() {
    // 100, 150, none and 125 hundredths: steps of 100, 50 and -25.
    #expect(NumberSteps.text([1, 1.5, .nan, 1.25]) == "~2~yQFlADI=")
    #expect(NumberSteps.text([]) == "~0~")
    #expect(NumberSteps.text([-3]) == "~0~Bg==")
  }

  @Test func `Numbers with more digits than in logs can't be encoded as steps`() {
    #expect(NumberSteps.text([1, 0.1234567]) == nil)
    #expect(NumberSteps.text([1e17]) == nil)
  }
}
