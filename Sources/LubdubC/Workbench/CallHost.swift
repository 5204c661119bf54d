struct CallHost: TuningHost {
  private let host: lubdub_host

  init(_ host: lubdub_host) { self.host = host }

  func ask(_ question: JSONValue) throws -> JSONValue? {
    let text = String(decoding: JSONWriter.encode(question, lineLength: nil), as: UTF8.self)
    guard let answer = text.withCString({ host.ask?(host.context, $0) }) else { return nil }
    do {
      return try JSONParser.parse(Array(String(cString: answer).utf8))
    } catch {
      throw TuningHostError("an answer is not JSON: \(error.description)")
    }
  }
}
