import Foundation
import Lubdub
import Testing

@testable import LubdubRuns

/// The copies of the lists of radios and events in other languages.
@Suite struct KindListTests {
  private static let radios = Radio.allCases.map(\.rawValue)
  private static let events = LinkEvent.allCases.map(\.rawValue)

  private static func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The quoted words between two marks.
  private static func words(_ text: String, from start: String, to end: String) throws -> [String] {
    let list = try #require(text.range(of: start)).upperBound
    let rest = text[list...]
    let last = try #require(rest.range(of: end)).lowerBound
    return rest[..<last].matches(of: /["'](\w+)["']/).map { String($0.1) }
  }

  @Test func `The header numbers the events in the order of the enumeration, from 1`() throws {
    let text = try Self.text("Sources/System/CLubdub/include/lubdub.h")
    let list = try #require(text.firstRange(of: /or the event: [^.]*\./))
    let found = text[list].matches(of: /(\d+) (\w+)/).map { (Int($0.1), String($0.2)) }
    #expect(found.map(\.1) == Self.events)
    #expect(found.compactMap(\.0) == Array(1...Self.events.count))
  }

  @Test func `Python lists radios and events in the order of the enumerations`() throws {
    let text = try Self.text("python/lubdub/_columns.py")
    #expect(try Self.words(text, from: "SOURCES = (", to: ")") == Self.radios)
    #expect(try Self.words(text, from: "EVENTS = (", to: ")") == Self.events)
  }

  @Test func `The number of a radio is its position, and every kind is read back from its byte`() {
    for (place, radio) in Radio.allCases.enumerated() {
      #expect(radio.byte == UInt8(place))
      for event in [nil] + LinkEvent.allCases.map(Optional.some) {
        let kind = RowKind(radio: radio, event: event)
        #expect(RowKind(byte: kind.byte) == kind)
      }
    }
  }
}
