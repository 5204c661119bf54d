import Lubdub
import LubdubSignals
import Testing

@Suite struct RiceDistributionTests {
  @Test func `A measured distance is too long on average, as the Rice distribution predicts`() {
    for (distance, mean) in [(0.0, 6.266571), (5, 7.742862), (20, 20.635968)] {
      let found = RiceDistribution.mean(true: Meters(distance), deviation: 5)
      #expect(abs(found.value - mean) < 1e-6)
    }
  }
}
