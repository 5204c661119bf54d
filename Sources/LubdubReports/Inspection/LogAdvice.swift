#if Tool
package import LubdubGround
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
        names[place].unit == nil || names[place].isLength,
        Set(table.values(place)).count > 2, !ColumnDraft.areCounts(numbers[place]),
        let found = ReadError.Proposal.proposed(for: start, range: title).proposal,
        !found.needsRate, found.columns.contains("range=\(title)")
      else { return nil }
      return (title, found)
    }
  }

  /// The choices in words, where they are few.
  package static func choice(_ start: [UInt8], lead: String, between: String) -> String? {
    let found = choices(start)
    guard (1...4).contains(found.count) else { return nil }
    return "the range may be \(found.map(\.title).joined(separator: " or "))\(lead)"
      + found.map(\.proposal.commandLine).joined(separator: between)
  }

  /// What comments say that no mapping holds: another unit for the rows below, or how long a tick is.
  package static func ofComments(_ start: [UInt8]) -> String? {
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
    return scaled(table, start, header.words, comments.map(\.words))
  }

  /// What separates the fields of a line, as awk takes it.
  static func mark(of line: String) -> String? {
    let marks = [(";", ";"), ("\t", "\\t"), (",", ",")]
    return marks.first { line.contains($0.0) }?.1
  }

  private static let metres = [
    "ps": 0.000299792458, "ns": 0.299792458, "us": 299.792458, "nm": 1e-9, "um": 1e-6, "µm": 1e-6,
    "mi": 1609.344, "nmi": 1852,
  ]

  /// What makes seconds and metres of ticks and odd units, and ranges of times of flight where nothing else is read.
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
    guard ["tick", "clock", "hz"].contains(where: text.lowercased().contains) else { return nil }
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber && !"./".contains($0) }
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      let digits = word.prefix { !$0.isLetter }
      let unit = String(digits == word ? next : word.dropFirst(digits.count))
      let parts = digits.split(separator: "/").compactMap { Double($0) }
      guard let scale = scales[unit], let first = parts.first, parts.allSatisfy({ $0 > 0 }) else {
        continue
      }
      let number = parts.count > 1 ? first / parts[1] : first
      let rate = unit.hasSuffix("hz") ? number / scale : scale / number
      return rate < 1 ? rate : (1000 * rate).rounded() / 1000
    }
    return nil
  }
}
#endif
