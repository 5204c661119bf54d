/// Searches the unit cube for small costs.
///
/// The search starts with Sobol points, a third of them in the whole cube and the other points nearer to the start.
/// Differential evolution continues from the best points (Storn and Price 1997; current-to-pbest: Zhang and Sanderson,
/// "JADE", IEEE Trans. Evol. Comput. 13 (2009)). Only the seed and the costs determine the result, so the number of workers
/// does not affect it.
struct Search {
  let dimensions: Int
  let budget: Int
  let seed: UInt64
  let start: [[Double]]

  struct Candidate: Sendable, Hashable {
    let place: [Double]
    let costs: [Double]
  }

  typealias Evaluate = (_ places: [[Double]]) throws -> [[Double]]

  /// Runs the search, and returns the best candidates, best first. With several costs, the first candidates form the front.
  func run(_ evaluate: Evaluate) throws -> [Candidate] {
    var random = SplitMix64(seed: seed ^ 0x5DEE_CE66_D1CE_4E5B)
    let places = first(&random)
    let ranked = zip(places, try evaluate(places))
      .map { Candidate(place: $0, costs: $1) }
    var population = Self.best(of: ranked, count: size)
    var spent = first
    while spent < budget, population.count >= 4 {
      let count = min(population.count, budget - spent)
      let children = (0..<count).map { offspring(of: $0, in: population, &random) }
      let costs = try evaluate(children)
      let merged = population + zip(children, costs).map { Candidate(place: $0, costs: $1) }
      population = Self.best(of: merged, count: size)
      spent += count
    }
    return population
  }

  /// The number of candidates that each generation keeps.
  private var size: Int { min(max(8, dimensions + 4), max(4, budget / 4)) }

  /// The number of places before the evolution.
  private var first: Int { min(budget, max(size, start.count + budget * 2 / 5)) }

  private func first(_ random: inout SplitMix64) -> [[Double]] {
    var sobol = SobolSequence(dimensions: dimensions, seed: seed)
    var places = Array(start.prefix(first))
    while places.count < first {
      places.append(drawn(to: start.first, sobol.next(), number: places.count, &random))
    }
    return places
  }

  /// The radii of points around the start of the search, and the shares of settings that they change.
  private static let reaches: [(radius: Double, share: Double)] = [(1, 1), (0.5, 0.5), (0.2, 0.3)]

  /// A point near the center, because a few changed settings near good defaults improve them most.
  private func drawn(
    to center: [Double]?, _ point: [Double], number: Int, _ random: inout SplitMix64
  ) -> [Double] {
    let (radius, share) = Self.reaches[number % Self.reaches.count]
    guard let center, radius < 1 else { return point }
    let forced = random.below(dimensions)
    return (0..<dimensions).map { axis in
      let moves = random.unit() < share || axis == forced
      return moves ? center[axis] + radius * (point[axis] - center[axis]) : center[axis]
    }
  }

  /// A mutant of one candidate, moved toward one of the best candidates.
  private func offspring(
    of index: Int, in population: [Candidate], _ random: inout SplitMix64
  ) -> [Double] {
    let parent = population[index % population.count].place
    let leader = population[random.below(max(2, population.count / 4))].place
    let one = population[random.below(population.count)].place
    let other = population[random.below(population.count)].place
    let pull = 0.3 + 0.6 * random.unit()
    let spread = 0.3 + 0.6 * random.unit()
    let mixing = 0.3 + 0.7 * random.unit()
    let forced = random.below(dimensions)
    return (0..<dimensions).map { axis in
      let keeps = random.unit() >= mixing && axis != forced
      let drift = pull * (leader[axis] - parent[axis])
      let jump = spread * (one[axis] - other[axis])
      // A little noise lets a population of equal candidates still move.
      let noise = 0.02 * (random.unit() - random.unit())
      if keeps { return parent[axis] }
      return Self.folded(parent[axis] + drift + jump + noise)
    }
  }

  /// Reflects a coordinate at the walls of the cube.
  private static func folded(_ x: Double) -> Double {
    let turn = abs(x).truncatingRemainder(dividingBy: 2)
    return turn > 1 ? 2 - turn : turn
  }

  /// The best candidates, without repeated places.
  private static func best(of candidates: [Candidate], count: Int) -> [Candidate] {
    var seen: Set<[Double]> = []
    let unique = candidates.filter { seen.insert($0.place).inserted }
    return ParetoRanking.order(unique.map(\.costs)).prefix(count).map { unique[$0] }
  }
}
