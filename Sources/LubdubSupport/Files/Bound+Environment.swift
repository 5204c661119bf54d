extension Bound {
  package static var table: String {
    let rows = all.map { bound in
      "| `\(bound.name)` | \(bound.usual) | \(bound.thing) | \(bound.isFixed ? "no" : "yes") |\n"
    }
    return "| bound | maximum | applies to | configurable |\n|---|---:|---|---|\n" + rows.joined()
  }

  static let asked: [String: Int] = (try? parse(environment)) ?? [:]

  package static var fault: String? {
    do throws(BoundFault) {
      _ = try parse(environment)
      return nil
    } catch {
      return error.rule
    }
  }

  package struct BoundFault: Error { package let rule: String }

  /// The bounds named by a text such as `sound=90000,rows=1e8`.
  package static func parse(_ text: String) throws(BoundFault) -> [String: Int] {
    var asked: [String: Int] = [:]
    for part in text.split(separator: ",") {
      let words = part.split(separator: "=", omittingEmptySubsequences: false)
      guard words.count == 2, let number = Double(words[1]), (1...1e15).contains(number) else {
        throw BoundFault(
          rule: "LUBDUB_BOUNDS has \"\(part)\", expected a bound with a number, such as sound=90000"
        )
      }
      guard let bound = all.first(where: { $0.name == words[0] && !$0.isFixed }) else {
        let names = all.filter { !$0.isFixed }.map(\.name).joined(separator: ", ")
        throw BoundFault(rule: "LUBDUB_BOUNDS has \"\(words[0])\", expected one of \(names)")
      }
      asked[bound.name] = Int(number)
    }
    return asked
  }

  private static var environment: String { environmentVariable("LUBDUB_BOUNDS") ?? "" }
}
