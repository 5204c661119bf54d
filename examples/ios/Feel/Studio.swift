import Foundation
import Lubdub
import LubdubLive

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session that `lubdub studio --live` serves to this network.
struct Studio {
  /// The address of the session.
  let address: URL

  /// A reason for which a session cannot be followed.
  struct Fault: Error, CustomStringConvertible {
    let description: String

    static let refused = Fault(description: "The session has another code by now. Scan it again.")
    static let tooLong = Fault(description: "An answer of this address is longer than 1 MB.")
  }

  /// The most bytes of the settings, and of a row.
  fileprivate static let mostBytes = 1 << 20

  /// A row of a trace, as in docs/reference/traces.md. Other rows are left out.
  private struct Row: Decodable {
    let source: String
    let range_m: Double?
    let rssi_dbm: Double?
    let event: String?
    let sd_m: Double?
    let peer: String?

    var sample: UntimedSample? {
      if let event { return LinkEvent(rawValue: event).map { .event($0) } }
      guard let radio = Radio(rawValue: source) else { return nil }
      var sample = Sample(
        time: .zero, radio: radio, range: range_m.map { Meters($0) },
        rssi: rssi_dbm.map { DBm($0) })
      sample.deviation = sd_m.map { Meters($0) }
      return UntimedSample(sample)
    }
  }

  /// The settings of the session.
  func settings() async throws -> Configuration {
    let place = address.appending(path: "settings.json")
    let (data, response) = try await URLSession.shared.data(from: place)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw Fault.refused }
    guard data.count <= Self.mostBytes else { throw Fault.tooLong }
    return try SettingsJSON.decode([UInt8](data), source: "settings.json")
  }

  /// The samples from now on, of the link whose row comes first.
  func samples() -> AsyncThrowingStream<UntimedSample, any Error> {
    let (stream, continuation) = AsyncThrowingStream<UntimedSample, any Error>.makeStream()
    let rows = address.appending(path: "rows.ndjson").appending(
      queryItems: [URLQueryItem(name: "from", value: "now")])
    var peer: String??
    let reader = RowReader { line in
      guard let row = try? JSONDecoder().decode(Row.self, from: line), let sample = row.sample,
        row.peer == peer ?? row.peer
      else { return }
      peer = row.peer
      continuation.yield(sample)
    } end: {
      continuation.finish(throwing: $0)
    }
    let configuration = URLSessionConfiguration.ephemeral
    // Between two rows there may be a long silence.
    configuration.timeoutIntervalForRequest = 86_400
    let session = URLSession(configuration: configuration, delegate: reader, delegateQueue: nil)
    let task = session.dataTask(with: rows)
    continuation.onTermination = { _ in session.invalidateAndCancel() }
    task.resume()
    return stream
  }
}

/// Cuts a body into lines as it arrives. The session calls it on one queue.
private final class RowReader: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let line: (Data) -> Void
  private let end: ((any Error)?) -> Void
  private var rest = Data()

  init(_ line: @escaping (Data) -> Void, end: @escaping ((any Error)?) -> Void) {
    (self.line, self.end) = (line, end)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard (dataTask.response as? HTTPURLResponse)?.statusCode == 200 else {
      return stop(dataTask, .refused)
    }
    rest += data
    while let feed = rest.firstIndex(of: 0x0A) {
      line(rest[..<feed])
      rest = Data(rest[(feed + 1)...])
    }
    if rest.count > Studio.mostBytes { stop(dataTask, .tooLong) }
  }

  private func stop(_ task: URLSessionDataTask, _ fault: Studio.Fault) {
    task.cancel()
    end(fault)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    // A refusal without a body ends without data.
    let isRefused = (task.response as? HTTPURLResponse)?.statusCode != 200
    end(error ?? (isRefused ? Studio.Fault.refused : nil))
  }
}
