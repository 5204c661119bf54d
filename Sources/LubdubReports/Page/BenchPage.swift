/// A benchmark or a search as one HTML file, with tables that a click sorts, and charts whose points show their settings.
package struct BenchPage: Sendable {
  package struct Part: Sendable {
    package let title: String
    package let notes: [String]
    private let content: [String: JSONValue]
    private var isAdvice = false

    private init(_ title: String, _ notes: [String], _ content: [String: JSONValue]) {
      (self.title, self.notes, self.content) = (title, notes, content)
    }

    /// A table. Missing values are `-` or empty cells, and sort last. A row may have a text, which a click copies.
    package init(
      _ title: String, notes: [String] = [], columns: [String], rows: [[String]],
      texts: [String] = []
    ) {
      let table: JSONValue = [
        "columns": Self.list(columns), "rows": .array(rows.map { Self.list($0) }),
      ]
      let names = rows.map { $0.first ?? "" }
      self.init(
        title, notes,
        ["table": table, "copies": .array(zip(names, texts).map { Self.list([$0, $1]) })])
    }

    package static func advice(_ notes: [String], text: String? = nil) -> Part {
      var part = Part("Advice", notes: notes, text: text)
      part.isAdvice = true
      return part
    }

    package init(_ title: String, notes: [String], text: String? = nil) {
      self.init(title, notes, text.map { ["text": .string($0)] } ?? [:])
    }

    package init(
      _ title: String, notes: [String] = [], x: String, y: String, series: [Series],
      isSmall: Bool = false, hint: String = ""
    ) {
      let chart: JSONValue = [
        "title": .string(title), "x": .string(x), "y": .string(y),
        "series": .array(series.map(\.json)), "isSmall": .bool(isSmall), "hint": .string(hint),
      ]
      self.init(title, notes, ["chart": chart])
    }

    fileprivate var json: JSONValue {
      let members: [String: JSONValue] = [
        "title": .string(title), "notes": Self.list(notes), "isAdvice": .bool(isAdvice),
      ]
      return .object(content.merging(members) { $1 })
    }

    fileprivate static func list(_ texts: [String]) -> JSONValue {
      .array(texts.map { .string($0) })
    }
  }

  package struct Series: Sendable {
    package let name: String
    package let isJoined: Bool
    package let points: [Point]

    package init(_ name: String, isJoined: Bool = false, _ points: [Point]) {
      self.name = name
      self.isJoined = isJoined
      self.points = points.filter { $0.x.isFinite && $0.y.isFinite }
    }

    fileprivate var json: JSONValue {
      [
        "name": .string(name), "isJoined": .bool(isJoined),
        "points": .array(
          points.map { point in
            [
              "x": .number(point.x), "y": .number(point.y), "name": .string(point.name),
              "text": .string(point.text),
            ]
          }),
      ]
    }
  }

  package struct Point: Sendable {
    package let x: Double
    package let y: Double
    package let name: String
    package let text: String

    /// A mark. The coordinates are rounded to six decimals.
    package init(x: Double, y: Double, name: String = "", text: String = "") {
      self.x = (x * 1e6).rounded() / 1e6
      self.y = (y * 1e6).rounded() / 1e6
      self.name = name
      self.text = text
    }
  }

  package let title: String
  package let notes: [String]
  package let parts: [Part]

  package init(_ title: String, notes: [String] = [], _ parts: [Part]) {
    (self.title, self.notes, self.parts) = (title, notes, parts)
  }

  package var html: [UInt8] {
    get throws(NoPages) {
      try PageTemplate.bench.html([
        "title": .string(title), "notes": Part.list(notes), "parts": .array(parts.map(\.json)),
      ])
    }
  }
}
