import Foundation
import LubdubHaptics
import LubdubSupport
import TestSupport
import Testing

/// The pages run as written: every `lubdub` command in their `sh` blocks, page by page in one folder.
@Suite struct DocumentTests {
  static let pages = DocumentPage.all.filter { !$0.steps.isEmpty }

  @Test(arguments: pages)
  func `Commands on a page work and print the output shown there`(_ page: DocumentPage) throws {
    let tool = Tool()
    let datasets = Recordings.packageRoot.appending(path: "datasets").path
    try FileManager.default.createSymbolicLink(
      atPath: tool.path("datasets"), withDestinationPath: datasets)
    for step in page.steps {
      var printed = ""
      for command in step.commands where hasPages || !DocumentPage.writesPage(command) {
        let run = try Self.run(command, in: tool)
        #expect(run.status == 0, "\(command): \(run.text)")
        printed += run.text
      }
      for line in step.shown { #expect(printed.contains(line), "\(step.commands): \(line)") }
    }
  }

  @Test func `Many pages show commands, and each section stays within its word limit`() throws {
    #expect(Self.pages.count > 20)
    #expect(DocumentPage.all.flatMap(\.steps).flatMap(\.commands).count > 90)
    for page in DocumentPage.all where page.name.hasPrefix("docs/how-to/") {
      #expect(page.sectionWordCounts.allSatisfy { $0 <= 300 }, "\(page.name)")
      #expect(page.sectionWordCounts.reduce(0, +) <= 600, "\(page.name)")
    }
    let readme = try #require(DocumentPage.all.first { $0.name == "README.md" })
    let count = readme.text.split(whereSeparator: \.isWhitespace).count
    #expect(count <= 800, "README.md has \(count) words")
  }

  @Test func `The figures in the README match the code and its measured counts`() throws {
    let readme = try #require(DocumentPage.all.first { $0.name == "README.md" }).text
    let table = Recordings.packageRoot.appending(path: "tools/bench/instructions.json")
    let counts = try JSONParser.parse(Array(try Data(contentsOf: table)))["instructions"]
    let sample = try #require(counts?["whole pipeline, a sample"]?.number)
    let grouped = "\(Int(sample) / 1000),\(String(Int(sample) % 1000 + 1000).dropFirst())"
    #expect(readme.contains("\(grouped) instructions per sample"))
    let formats = try Tool().succeed("import", "--list").text.split(separator: "\n").count
    #expect(readme.contains("\(formats) formats of boards, phones, and sniffers"))
    #expect(readme.contains("\(HapticFormat.allCases.count + 1) formats, AHAP and WAV"))
  }

  /// Runs a command line; the text of the result contains both streams.
  private static func run(_ command: String, in tool: Tool) throws -> (status: Int32, text: String)
  {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "lubdub() { '\(Tool.executable.path)' \"$@\"; }\n\(command)"]
    shell.currentDirectoryURL = tool.folder
    shell.standardInput = FileHandle.nullDevice
    let output = Pipe()
    shell.standardOutput = output
    shell.standardError = output
    try shell.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    return (shell.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
