import TestSupport
import Testing

@testable import LubdubLive

@Suite struct PeerAgreementTests {
  @Test func `The verdict has the last comparison's time, and a silence resets it`() {
    var agreement = PeerAgreement()
    #expect(agreement.time == nil && agreement.isGiven == nil)
    for step in 0..<9 { agreement.add(own: 1, peer: 3, at: Seconds(Double(step))) }
    #expect(agreement.time == 8 && agreement.isGiven == false)
    for step in 0..<5 {
      #expect(agreement.isGiven == (step == 0 ? false : nil))
      agreement.add(own: 1, peer: 1.2, at: Seconds(60 + Double(step)))
    }
    #expect(agreement.time == 64 && agreement.isGiven == true)
  }
}
