/// In which order the antenna paths of a step are used (Bluetooth Core 6.0, volume 6, part A, tables
/// 4.13 to 4.15).
///
/// The tables follow one rule: path n stands last first, then n - 1 in its place, and so on; the paths
/// before the last are ordered as the table of one path fewer says.
enum AntennaPermutation {
  /// Number of orders of so many paths: 1, 2, 6, 24.
  static func count(paths: Int) -> Int { (1...max(1, paths)).reduce(1, *) }

  /// The paths in their order, counted from 0; `nil` unless there are 1...4 paths and such an order.
  static func order(paths: Int, index: Int) -> [Int]? {
    guard (1...4).contains(paths), (0..<count(paths: paths)).contains(index) else { return nil }
    guard paths > 1 else { return [0] }
    let group = count(paths: paths - 1)
    let last = paths - 1 - index / group
    // The place of the last path is taken by the highest.
    return order(paths: paths - 1, index: index % group).map { earlier in
      earlier.map { $0 == last ? paths - 1 : $0 } + [last]
    }
  }
}
