/// A stored ceremony: the names, the time, the ring, and the phases of the ceremony.
package struct CeremonyRecord: Sendable, Hashable {
  package struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// The record as JSON: `id`, `names`, `ring`, `message`, `dates`, `duration_s`, and `phases`.
  package let json: JSONValue

  private static let format = "lubdub-ceremony"

  /// Creates a record from the document that `lubdub run` writes for a ceremony's log, with a UUID, and the start of the
  /// session on the local clock.
  package init(session document: JSONValue, id: String, started: LocalTime) throws(Fault) {
    let (input, ceremony) = (document["input"], document["input"]?["ceremony"])
    guard let host = ceremony?["hostNickname"], let guest = ceremony?["guestNickname"],
      let ring = ceremony?["ring"]
    else {
      throw Fault(
        description:
          "the session has no names and no ring, which a log of messages gives by its sessionInfo (docs/reference/logs.md)"
      )
    }
    let phases = document["phases"]?.array ?? []
    let complete = phases.last { $0["to"]?.string == "complete" }?["t_s"]?.number
    let completed = complete.flatMap { abs($0) <= 1e9 ? Int(($0 / 60).rounded(.down)) : nil }.map {
      JSONValue.string(LocalTime(minutes: started.minutes + $0).text)
    }
    json = [
      "format": .string(Self.format), "id": .string(id), "names": ["host": host, "guest": guest],
      "ring": ring, "message": ceremony?["message"] ?? "",
      "dates": ["started": .string(started.text), "completed": completed ?? .null],
      "duration_s": input?["duration_s"] ?? .null,
      "phases": .array(
        phases.map { ["name": $0["to"] ?? .null, "t_s": $0["t_s"] ?? .null] }),
    ]
  }

  /// Reads a record; `nil` for any other value.
  package init?(_ json: JSONValue) {
    guard json["format"]?.string == Self.format else { return nil }
    self.json = json
  }

  /// The broken rules of a record, one sentence per rule. The id may be any text.
  package var faults: [String] {
    var faults: [String] = []
    do throws(CeremonyMessage.Fault) {
      let (names, text) = (json["names"], JSONValue.string(""))
      _ = try CeremonyMessage.SessionInfo([
        "hostNickname": names?["host"] ?? text, "guestNickname": names?["guest"] ?? text,
        "ring": json["ring"] ?? text, "message": json["message"] ?? text,
      ])
    } catch {
      faults.append(error.description)
    }
    let started = json["dates"]?["started"]?.string ?? ""
    if LocalTime(parsing: Array(started.utf8)[...]) == nil {
      faults.append("dates.started is not a time such as 2026-11-22T20:15")
    }
    let times = (json["phases"]?.array ?? []).map { phase in
      phase["name"]?.string == nil ? nil : phase["t_s"]?.number
    }
    if json["phases"]?.array == nil || times.contains(nil)
      || zip(times, times.dropFirst()).contains(where: { $0.0 ?? 0 > $0.1 ?? 0 })
    {
      faults.append("phases is not a list of names with times t_s in seconds, in their order")
    }
    return faults
  }

  /// The id, start, names, ring, and last phase, for a list.
  package var summary: [String] {
    let phase = json["phases"]?.array?.last?["name"]
    return [
      json["id"], json["dates"]?["started"], json["names"]?["host"], json["names"]?["guest"],
      json["ring"], phase,
    ].map { $0?.string ?? "-" }
  }
}
