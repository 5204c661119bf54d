/// What reads a table whose names alone do not say how, by commands of a shell.
package enum LogAdvice {
  package static func choices(_ start: [UInt8]) -> [(title: String, proposal: ReadError.Proposal)] {
    guard let table = SampleTable(start, isWhole: true), !table.isJSON else { return [] }
    let names = table.titles.map { ColumnName($0) }
    let lengths = names.indices.filter { place in
      [.range, .truth].contains(names[place].field) && !table.isLate(place)
    }
    let numbers = table.titles.indices.map { table.values($0).compactMap { $0.decimal } }
    let likely = table.titles.indices.filter { ColumnDraft.movesAsRange(numbers[$0]) }
    let places = likely + table.titles.indices.filter { !likely.contains($0) }
    return places.compactMap { place in
      let title = table.titles[place]
      guard lengths.isEmpty ? names[place].mayBeRange : lengths.contains(place),
        names[place].unit == nil || names[place].isLength, Set(table.values(place)).count > 2,
        !table.isLate(place), !ColumnDraft.areCounts(numbers[place]),
        !(table.isHeaderless && ColumnDraft.rises(numbers[place])),
        let found = ReadError.Proposal.proposed(for: start, range: title).proposal,
        !found.needsRate, !(table.isHeaderless && found.sorts),
        found.columns.contains("range=\(title)")
      else { return nil }
      return (title, found)
    }
  }

  package static func choice(_ start: [UInt8], lead: String, between: String) -> String? {
    let found = choices(start)
    guard (1...4).contains(found.count) else { return nil }
    return "the range may be \(found.map(\.title).joined(separator: " or "))\(lead)"
      + found.map(\.proposal.commandLine).joined(separator: between)
  }

  /// What no mapping holds: a unit that changes, a length in two columns, what a count or tick is, times in the second.
  package static func of(_ start: [UInt8]) -> String? {
    guard let table = SampleTable(start, isWhole: true), !table.isJSON,
      table.titles.allSatisfy({ $0.isQuotable })
    else { return nil }
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
    let mark = Self.mark(of: header.words) ?? " "
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
    return scaled(table, start, header.words, comments.map(\.words))
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

  static func mark(of line: String) -> String? {
    let marks = [(";", ";"), ("\t", "\\t"), (",", ",")]
    return marks.first { line.contains($0.0) }?.1
  }

  private static let metres = [
    "ps": 0.000299792458, "ns": 0.299792458, "us": 299.792458, "nm": 1e-9, "um": 1e-6, "µm": 1e-6,
    "mi": 1609.344, "nmi": 1852,
  ]

  private static func scaled(
    _ table: SampleTable, _ start: [UInt8], _ header: String, _ comments: [String]
  ) -> String? {
    var (said, program, isSure) = ([String](), "", false)
    for (place, title) in table.titles.enumerated() {
      let column = "$\(place + 1)"
      let words = title.lowercased().split { !$0.isLetter }.map(String.init)
      let field = ColumnName(words.dropLast().joined(separator: "_")).field
      let isRound = words.contains { ["rtt", "trip", "roundtrip"].contains($0) }
      let isFlight = isRound || words.contains("tof") || words.contains("flight")
      let ticks = ColumnName(title).isTick ? ([title] + comments).lazy.compactMap(rate).first : nil
      var (new, scale) = ("range_m", "")
      if let rate = ticks ?? (field == .time && words.last == "ps" ? 1e12 : nil) {
        said.append("\(title) counts \(NumberText.shortest(1 / rate)) s")
        (new, scale, isSure) = ("t_s", "/\(rate)", true)
      } else if isFlight || field == .range, let way = metres[words.last ?? ""] {
        let metres = isRound ? way / 2 : way
        let half = isRound || !isFlight ? "" : ", or half of that for the way there and back"
        said.append(
          "\(title) is \(isFlight ? "a time" : "no length in m"), and a range is \(metres) m times it\(half)"
        )
        (scale, isSure) = ("*\(metres)", isSure || !isFlight)
      } else {
        continue
      }
      program +=
        "\(column)+0==\(column){\(column)=sprintf(\"%.9f\",\(column)\(scale))}"
        + "\(column)==\"\(title)\"{\(column)=\"\(new)\"}"
    }
    guard let mark = mark(of: header), !said.isEmpty,
      isSure || ReadError.Proposal.proposed(for: start).proposal == nil
    else { return nil }
    return said.joined(separator: "; ")
      + ": awk -F'\(mark)' -v OFS='\(mark)' '\(program)1' FILE makes it so"
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
