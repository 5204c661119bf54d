#if Tool
package import LubdubGround
internal import LubdubSignals
internal import LubdubTraces

/// What reads a table whose names alone do not say how, by commands of a shell.
package enum LogAdvice {
  /// The ways to read a table with one of its columns as the range, where names do not say which one it is.
  package static func choices(_ start: [UInt8]) -> [(title: String, proposal: ReadError.Proposal)] {
    guard let table = SampleTable(start, isWhole: true), !table.isJSON else { return [] }
    let names = table.titles.map { ColumnName($0) }
    let lengths = names.indices.filter { [.range, .truth].contains(names[$0].field) }
    let numbers = table.titles.indices.map { table.values($0).compactMap { $0.decimal } }
    let likely = table.titles.indices.filter { ColumnDraft.movesAsRange(numbers[$0]) }
    let places = likely + table.titles.indices.filter { !likely.contains($0) }
    return places.compactMap { place in
      let title = table.titles[place]
      guard lengths.isEmpty ? names[place].mayBeRange : lengths.contains(place),
        names[place].unit.map({ ColumnMapping.Field.range.units.contains($0) }) ?? true,
        Set(table.values(place)).count > 2, !ColumnDraft.areCounts(numbers[place]),
        let found = ReadError.Proposal.proposed(for: start, range: title).proposal,
        !found.needsRate, found.columns.contains("range=\(title)")
      else { return nil }
      return (title, found)
    }
  }

  /// What no mapping holds: a unit that changes, a length in two columns, what a count or tick is, times in the second.
  package static func of(_ start: [UInt8]) -> String? {
    guard let table = SampleTable(start, isWhole: true), !table.isJSON else { return nil }
    let lines = TextLines(start).map { (line: $0.number, text: $0.text, words: $0.text.string) }
    let comments = lines.filter { "#%/;!".utf8.contains($0.text.first ?? 0) }
    let names = table.titles.map { ColumnName($0) }
    let header = lines.first { line in
      table.titles.allSatisfy(line.words.contains) && !comments.contains { $0.line == line.line }
    }
    guard let header else { return nil }
    for (line, text, _) in comments where line > header.line + 1 {
      for (field, unit) in ColumnName.units(in: [text]) {
        guard let place = names.firstIndex(where: { $0.field == field }),
          let own = table.unit(place, names[place]) ?? (field == .time ? nil : .metres), own != unit
        else { continue }
        return
          "\(table.titles[place]) changes from \(own.rawValue) to \(unit.rawValue) in line \(line); read each part by "
          + "itself: sed '\(line),$d' FILE is one, sed '\(header.line + 1),\(line - 1)d' FILE the other"
      }
    }
    let mark = [",", ";", "\t"].first(where: header.words.contains) ?? " "
    func change(_ place: Int, _ name: String?, _ how: String) -> String {
      let named = name.map { "#==\"\(table.titles[place])\"{#=\"\($0)\"}" } ?? ""
      let script = "#+0==#{\(how)}\(named)1".map { $0 == "#" ? "$\(place + 1)" : "\($0)" }.joined()
      return "awk -F'\(mark)' -v OFS='\(mark)' '\(script)' FILE makes"
    }
    let ofUnit = { (unit: ColumnMapping.Unit) in
      names.firstIndex { $0.unit == unit && [nil, .range].contains($0.field) }
    }
    if let feet = ofUnit(.feet), let inches = ofUnit(.inches),
      table.values(inches).allSatisfy({ 0...12 ~= $0.decimal ?? -1 })
    {
      return "feet and inches are one length: "
        + "\(change(feet, "range_in", "#=12*#+$\(inches + 1)")) inches of them"
    }
    let place = names.firstIndex { $0.field == .range } ?? names.firstIndex { $0.mayBeRange }
    let lengths = ColumnMapping.Field.range.unitNames
    if let place, names[place].unit == nil,
      let (size, unit) = comments.lazy.compactMap({
        quantity($0.words, near: ["lsb", "per count", "/count", "/digit", "/bit"], lengths)
      }).first
    {
      return "\(table.titles[place]) counts \(size) \(unit): "
        + "\(change(place, "range_\(unit)", "#*=\(size)")) \(unit) of it"
    }
    let times = names.indices.filter { names[$0].field == .time }
    if times.count == 1, let turn = turn(table.values(times[0]).compactMap(\.decimal)) {
      return "\(table.titles[times[0]]) turns over at \(turn): "
        + "\(change(times[0], nil, "if(#<l)n+=\(turn);l=#;#+=n")) it go on"
    }
    guard let place = names.firstIndex(where: { $0.isTick }), mark != " ",
      let rate = ([table.titles[place]] + comments.map(\.words)).lazy.compactMap(rate).first
    else { return nil }
    return "\(table.titles[place]) counts \(NumberText.shortest(1 / rate)) s: "
      + "\(change(place, "t_s", "#=sprintf(\"%.6f\",#/\(rate))")) seconds"
  }

  /// Where times turn over each second: there they go on by the usual step.
  private static func turn(_ numbers: [Double]) -> Int? {
    let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }
    let back = steps.filter { $0 < 0 }
    guard back.count >= 3, let fall = Statistics.median(back),
      let usual = Statistics.median(steps.filter { $0 > 0 })
    else { return nil }
    return [1, 1000, 1_000_000, 1_000_000_000].first { turn in
      numbers.allSatisfy { 0..<Double(turn) ~= $0 } && 0.5...2 ~= (Double(turn) + fall) / usual
    }
  }

  private static let scales = [
    "s": 1.0, "ms": 1e3, "us": 1e6, "ns": 1e9, "ps": 1e12, "hz": 1, "khz": 1e-3, "mhz": 1e-6,
    "ghz": 1e-9,
  ]

  /// How many ticks make a second, by a text such as `1/32768 s`, `10 us` or `63.8976GHz`.
  private static func rate(_ text: String) -> Double? {
    quantity(text, near: ["tick", "clock", "hz"], Array(scales.keys)).map { number, unit in
      let scale = scales[unit] ?? 1
      let rate = unit.hasSuffix("hz") ? number / scale : scale / number
      return rate < 1 ? rate : (1000 * rate).rounded() / 1000
    }
  }

  /// The first number with its unit, such as `1/32768 s` or `0.5 cm/LSB`, in a text that has one of some words.
  private static func quantity(
    _ text: String, near words: [String], _ units: [String]
  ) -> (number: Double, unit: String)? {
    let text = text.lowercased()
    guard words.contains(where: text.contains) else { return nil }
    let parts = text.split { !$0.isLetter && !$0.isNumber && !"./".contains($0) }
    for (part, next) in zip(parts, parts.dropFirst() + [""]) {
      let digits = part.prefix { !$0.isLetter }
      let word = digits == part ? next : part.dropFirst(digits.count)
      let unit = String(word.prefix { $0.isLetter })
      let numbers = digits.split(separator: "/").compactMap { Double($0) }
      guard units.contains(unit), let first = numbers.first, numbers.allSatisfy({ $0 > 0 }) else {
        continue
      }
      return (numbers.count > 1 ? first / numbers[1] : first, unit)
    }
    return nil
  }
}
#endif
