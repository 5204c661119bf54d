import LubdubSignals
import Testing

@Suite struct SplitMix64Tests {
  @Test func `The numbers match the published algorithm`() {
    // The first outputs of the reference program of Vigna (2015) for the seed 1234567.
    var random = SplitMix64(seed: 1_234_567)
    let numbers = (0..<5).map { _ in random.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func `Streams split from one seed differ and are reproducible`() {
    let root = SplitMix64(seed: 7)
    var (first, second, again) = (root.split(1), root.split(2), root.split(1))
    let number = first.next()
    #expect(number == again.next())
    #expect(number != second.next())
  }

  @Test func `Uniform, normal, and waiting numbers have the right mean and spread`() throws {
    var random = SplitMix64(seed: 3)
    let uniform = (0..<20_000).map { _ in random.unit() }
    let normal = (0..<20_000).map { _ in random.normal() }
    let waits = (0..<20_000).map { _ in random.wait(mean: 4) }
    #expect(abs(try #require(Statistics.mean(uniform)) - 0.5) < 0.01)
    #expect(abs(try #require(Statistics.mean(normal))) < 0.03)
    #expect(abs(try #require(Statistics.rootMeanSquare(normal)) - 1) < 0.03)
    #expect(abs(try #require(Statistics.mean(waits)) - 4) < 0.15)
    #expect(uniform.allSatisfy { (0..<1).contains($0) })
    let dice = (0..<6000).map { _ in random.below(6) }
    #expect(Set(dice) == Set(0..<6))
  }
}
