/// Rings of distance around a device, separated by edges.
///
/// The number of a zone is the number of edges up to the distance: zone 0 is the nearest, and the last zone reaches to
/// infinity. An edge belongs to the farther of its two zones.
public struct Zones: Sendable, Hashable {
  /// Distances of the edges, from the nearest; strictly increasing, positive and finite.
  public let edges: [Meters]
  /// One name per zone, from the nearest.
  public let names: [String]

  /// Creates zones between edges.
  ///
  /// - Parameters:
  ///   - edges: Distances of the edges, from the nearest; strictly increasing, positive and finite. Without edges, there is a
  ///     single zone.
  ///   - names: One name per zone, from the nearest: one more than there are edges. Without names, the names of zones are their
  ///     numbers.
  /// - Throws: `SettingError` with the path `edges[i]` or `names`.
  public init(edges: [Meters], names: [String]? = nil) throws(SettingError) {
    for (index, edge) in edges.enumerated() {
      guard edge.value > 0, edge.isFinite else {
        throw SettingError(
          key: "edges[\(index)]", found: "\(edge)", expected: "a positive, finite distance")
      }
      guard index == 0 || edges[index - 1] < edge else {
        throw SettingError(
          key: "edges[\(index)]", found: "\(edge)",
          expected: "more than the edge before it, \(edges[index - 1])")
      }
    }
    let count = names?.count ?? edges.count + 1
    guard count == edges.count + 1 else {
      throw SettingError(
        key: "names", found: "a list of \(count)",
        expected:
          "\(edges.count + 1) names: one more than there are edges; heartbeat.intervals and "
          + "heartbeat.intensities have as many values as edges")
    }
    self.init(validEdges: edges, names: names ?? (0...edges.count).map { "\($0)" })
  }

  init(validEdges: [Meters], names: [String]) {
    (edges, self.names) = (validEdges, names)
  }

  /// The zones of the `eternal-loop` heartbeat.
  public static let eternalLoop = Zones(
    validEdges: [0.05, 0.2, 1, 2], names: ["contact", "touch", "near", "far", "away"])

  /// The number of zones: one more than edges.
  public var count: Int { edges.count + 1 }

  /// Returns the zone of an exactly known distance.
  public func zone(at distance: Meters) -> Int {
    edges.count { $0 <= distance }
  }
}
