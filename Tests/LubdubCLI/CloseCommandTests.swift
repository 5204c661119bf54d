import Foundation
import TestSupport
import Testing

@Suite("The bench close command") struct CloseCommandTests {
  private let tool = Tool()

  private func write() throws {
    try tool.makeFolder("walks")
    for (seed, scenario) in ["approach", "retreat", "walk-by", "bluetooth-contact"].enumerated() {
      let made = try tool.succeed("simulate", scenario, "--seed", "\(seed + 1)")
      try tool.write(made.output, to: "walks/\(scenario).csv")
    }
  }

  @Test func `Answers to the tasks add a row to the table of scores`() throws {
    try write()
    try tool.succeed("bench", "close", "walks", "--tasks", "tasks", "-o", "split.csv")
    let files = try FileManager.default.subpathsOfDirectory(atPath: tool.path("tasks"))
      .filter { $0.hasSuffix(".csv") }
    #expect(files.contains("ranges/walks/approach.csv"), "\(files)")
    #expect(files.contains("levels/walks/bluetooth-contact.csv"), "\(files)")
    for file in files {
      let folder = "answers/" + file.split(separator: "/").dropLast().joined(separator: "/")
      try tool.makeFolder(folder)
      let rows = try tool.text(of: "tasks/\(file)").split(separator: "\n").dropFirst()
        .map { "\($0.prefix { $0 != "," }),1.5\n" }
      try tool.write("t_s,distance_m\n" + rows.joined(), to: "answers/\(file)")
    }
    let words = ["bench", "close", "walks", "--split", "split.csv"]
    let scored = try tool.succeed(words + ["--estimates", "mine=answers", "-o", "mine.json"])
    #expect(scored.text.contains("mine"), "\(scored.text)")
    let row = try JSONParser.parse(tool.data(of: "mine.json"))
    #expect(row["rows"]?.array?.count == 1 && row["rows"]?.array?[0]["name"]?.string == "mine")
    let wrong = row["rows"]?.array?[0]["tracks"]?["ranges"]?["wrong_zone_share"]?["value"]
    #expect(wrong?.number.map { $0 > 0.2 && $0 < 1 } == true)
    let joined = try tool.succeed(words + ["--results", "mine.json", "-o", "close.html"])
    #expect(joined.text == scored.text)
    try tool.refuse(
      "bench", "close", "walks/approach.csv", "--results", "mine.json",
      saying: "is of other recordings")
  }

  @Test func `Answers that can't be scored are rejected with a reason`() throws {
    try write()
    try tool.refuse(
      "bench", "close", "walks", "--estimates", "hold=answers", saying: "another name")
    try tool.refuse("bench", "close", "walks", "--estimates", "mine", saying: "NAME=FOLDER")
    try tool.refuse(
      "bench", "close", "walks", "--estimates", "a=x", "--estimates", "a=y", saying: "twice")
    try tool.refuse(
      "bench", "close", "walks", "--tasks", "tasks", "-o", "a.html",
      saying: "--tasks only writes the tasks")
    try tool.succeed("bench", "close", "walks", "--tasks", "tasks", "-o", "all.csv")
    try tool.refuse(
      "bench", "close", "walks", "--estimates", "mine=tasks", saying: "t_s and distance_m")
    try tool.makeFolder("late/ranges/walks")
    try tool.write(
      "t_s,distance_m\n0,1\n1000,1\n2000,1\n", to: "late/ranges/walks/approach.csv")
    let late = try tool.succeed("bench", "close", "walks", "--estimates", "mine=late")
    #expect(late.error.contains("ranges/walks/approach, are later than its end"), "\(late.error)")
    // The answers to outages are for other rows than ranges.
    try tool.makeFolder("swapped/ranges/walks")
    let rows = try tool.text(of: "tasks/outages/walks/approach.csv").split(separator: "\n")
      .dropFirst()
      .map { "\($0.prefix { $0 != "," }),1.5\n" }
    try tool.write(
      "t_s,distance_m\n" + rows.joined(), to: "swapped/ranges/walks/approach.csv")
    let swapped = try tool.succeed("bench", "close", "walks", "--estimates", "mine=swapped")
    #expect(
      swapped.error.contains("have the times of outages/walks/approach"), "\(swapped.error)")
    try tool.write(
      "t_s,distance_m,zone\n0,1,7\n", to: "swapped/ranges/walks/approach.csv")
    try tool.refuse(
      "bench", "close", "walks", "--estimates", "mine=swapped", saying: "expected a zone from 0")
    let page = try tool.succeed("bench", "close", "walks", "-o", "close.html")
    #expect(page.status == 0)
    #expect(try tool.text(of: "close.html").contains("contact error: mean of two shares"))
    try tool.succeed("bench", "close", "walks", "-o", "all.json")
    try tool.refuse(
      "bench", "close", "walks", "--results", "all.json", saying: "two rows have the name")
    try tool.makeFolder("answers")
    try tool.refuse(
      "bench", "close", "walks", "--estimates", "mine=answers", saying: "no estimates")
    try tool.write("set,recording\na,b\n", to: "split.csv")
    try tool.refuse(
      "bench", "close", "walks", "--split", "split.csv", saying: "one row per recording")
    try tool.makeFolder("more/walks")
    try tool.write(tool.data(of: "walks/approach.csv"), to: "more/walks/approach.csv")
    try tool.refuse("bench", "close", "walks", "more", saying: "two recordings have the name")
  }
}
