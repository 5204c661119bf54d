import Foundation
import TestSupport
import Testing

/// The live one-liner of home automation, with a broker of its own: `mosquitto_sub … | lubdub live -`.
@Suite(
  "A running broker",
  .programs(
    "mosquitto", "mosquitto_sub", "mosquitto_pub", of: "mosquitto, mosquitto-clients"))
struct MosquittoTests {
  @Test func `The live command reads rows while nodes publish them, and converts them to zones`()
    throws
  {
    let tool = Tool()
    let broker = try #require(Installed.path("mosquitto"))
    let port = 20_000 + Int(ProcessInfo.processInfo.processIdentifier) % 20_000
    // The level rises by 60 dB, as when someone comes near; the stamps are those of the subscriber.
    let script = """
      set -eu
      \(broker) -v -p \(port) >broker.log 2>&1 & broker=$!
      trap 'kill -KILL $broker' EXIT
      for try in $(seq 600); do
        mosquitto_pub -p \(port) -t x -m x 2>/dev/null && break || sleep 0.1
      done
      (mosquitto_sub -p \(port) -C 60 -v -F '%U %t %p' -t 'espresense/devices/#' \
        | '\(Tool.executable.path)' live - > out.json 2> notes) & listener=$!
      until grep -q 'Sending SUBACK' broker.log; do sleep 0.1; done
      for level in $(seq 60); do
        mosquitto_pub -p \(port) -t espresense/devices/tag/kitchen -m "{\\"rssi\\":-$((95 - level))}"
        sleep 0.1
      done
      wait $listener
      """
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["timeout", "600", "bash", "-c", script]
    process.currentDirectoryURL = tool.folder
    try process.run()
    process.waitUntilExit()
    let notes = (try? tool.text(of: "notes")) ?? ""
    #expect(process.terminationStatus == 0, "\(notes)")
    let output = try tool.text(of: "out.json")
    #expect(output.contains("\"record\": \"zone_change\""))
    #expect(notes.contains("60 rows (espresense)"))
  }
}
