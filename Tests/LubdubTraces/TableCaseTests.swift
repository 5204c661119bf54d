import Foundation
import TestSupport
import Testing

@testable import LubdubTraces

/// The rules of a table, checked by one list of cases that also tests the page's reader.
@Suite struct TableCaseTests {
  /// One table and its contents.
  struct Case: Decodable, CustomTestStringConvertible, Sendable {
    struct Options: Decodable {
      var decimal: String?
      var columns: String?
    }

    struct Rejection: Decodable, Hashable {
      let line: Int
      let reason: String
    }

    enum Value: Decodable, Hashable {
      case number(Double)
      case text(String)
      case missing

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          self = .missing
        } else if let number = try? container.decode(Double.self) {
          self = .number(number)
        } else {
          self = .text(try container.decode(String.self))
        }
      }
    }

    let name: String
    let text: String
    var options: Options?
    let rows: [[String: Value]]
    var rejected: [Rejection]?
    var testDescription: String { name }
  }

  static let cases: [Case] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "table-cases.json")
    return (try? JSONDecoder().decode([Case].self, from: Data(contentsOf: file))) ?? []
  }()

  @Test func `There are more than 20 table cases`() {
    #expect(Self.cases.count > 20)
  }

  @Test(arguments: cases)
  func `A table gives its rows, whether read together or one by one`(one: Case) throws {
    for isSingle in [false, true] {
      var options = ReadOptions()
      options.readsSingly = isSingle
      if let columns = one.options?.columns { options.columns = try ColumnMapping(columns) }
      if one.options?.decimal == "," { options.columns = .tidyWithDecimalComma }
      let log = try ReadLog(one.text, options: options)
      #expect(log.records.count == one.rows.count)
      for (record, row) in zip(log.records, one.rows) {
        for (column, value) in row {
          #expect(found(column, in: record, log.peers) == value, "\(column) of \(row)")
        }
      }
      let rejections = log.report.rejections.flatMap { reason, rejection in
        rejection.lines.map { Case.Rejection(line: $0, reason: reason.rawValue) }
      }
      #expect(Set(rejections) == Set(one.rejected ?? []))
    }
  }

  private func found(
    _ column: String, in record: TraceRecord, _ peers: [String]
  ) -> Case.Value {
    func number(_ value: Double?) -> Case.Value { value.map { .number($0) } ?? .missing }
    return switch column {
    case "t_s": number(record.sample.time.value)
    case "range_m": number(record.sample.range?.value)
    case "rssi_dbm": number(record.sample.rssi?.value)
    case "source": .text(record.sample.radio.rawValue)
    case "peer": record.peer.map { .text(peers[Int($0)]) } ?? .missing
    default: .text("an unknown column")
    }
  }
}
