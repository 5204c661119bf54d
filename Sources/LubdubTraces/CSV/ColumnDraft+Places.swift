extension ColumnDraft {
  /// Levels of radios, in dBm.
  static let levels = -120.0...(-20.0)

  mutating func proposePlaces(_ table: SampleTable) {
    let columns = table.titles.indices.map { table.values($0) }
    let numbers = columns.map { $0.compactMap { Self.number($0, isComma: false) } }
    let times = columns.indices.filter { place in
      let values = numbers[place]
      if Self.calendar(columns[place]) != nil { return true }
      if values.allSatisfy(Self.levels.contains) { return false }
      return values.count == columns[place].count && Self.rises(values)
    }
    let levels = numbers.indices.filter { place in
      !numbers[place].isEmpty && numbers[place].allSatisfy(Self.levels.contains)
    }
    // A stamp is the time, not what counts rows or a clock beside it.
    let stamps = times.filter { Self.calendar(columns[$0]) != nil }
    let clocks = stamps.isEmpty ? times.filter { Self.step(numbers[$0]) != 1 } : stamps
    let ranges = numbers.indices.filter { place in
      let values = numbers[place]
      guard !times.contains(place), !levels.contains(place), !values.isEmpty,
        values.count == columns[place].count
      else { return false }
      let isMetres =
        values.allSatisfy { (0...50).contains($0) } && values.contains { $0 != $0.rounded() }
      return isMetres || levels.count == 1 && values.allSatisfy { (0...50_000).contains($0) }
    }
    // A number that hardly changes is a voltage or a speed where another one may be the range.
    let moving = ranges.filter { Self.span(numbers[$0]) >= 0.5 }
    let others = numbers.indices.filter { place in
      !times.contains(place) && !ranges.contains(place) && Set(numbers[place]).count > Self.fewLinks
        && numbers[place].allSatisfy { (0...50_000).contains($0) }
    }
    let likely =
      ranges.count == 1 && others.isEmpty
      ? ranges : moving + others.filter { Self.movesAsRange(numbers[$0]) }
    let found = range == nil ? likely : table.titles.indices.filter { table.titles[$0] == range }
    let time = times.count == 1 ? times : clocks
    let isRange = found.count == 1 && found != time && (range != nil || ranges.contains(found[0]))
    guard time.count == 1, levels.count < 2, isRange || found.isEmpty && levels.count == 1,
      proposeTime(table.titles[time[0]], nil, columns[time[0]], ColumnName("t"))
    else { return }
    if isRange { propose(.range, table.titles[found[0]], nil, columns[found[0]]) }
    link = table.titles.indices.first { place in
      place != time[0] && !Self.areNumbers(columns[place]) && Self.links(columns[place]) != nil
    }.map { table.titles[$0] }
    if let level = levels.first { propose(.rssi, table.titles[level], nil, columns[level]) }
  }

  private static func span(_ numbers: [Double]) -> Double {
    (numbers.max() ?? 0) - (numbers.min() ?? 0)
  }

  /// Whether whole numbers may be a range in a small unit: they change by much, in small steps, and count nothing.
  package static func movesAsRange(_ numbers: [Double]) -> Bool {
    let span = span(numbers)
    return 3 * span >= numbers.max() ?? 0 && !areCounts(numbers) && step(numbers) ?? 0 < span / 5
  }

  package static func rises(_ numbers: [Double]) -> Bool {
    numbers.count > 2 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
      && numbers.first != numbers.last
  }
}
