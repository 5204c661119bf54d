import Foundation
import TestSupport
import Testing

/// The targets of `-o`: several files, pipes, descriptors, devices, and links.
@Suite("Targets of -o", .timeLimit(.minutes(1)))
struct OutputStreamTests {
  private let tool = Tool()

  private static let approach = Recordings.packageRoot.appending(path: "datasets/approach.csv").path

  /// Runs commands of bash in the tool's folder; `$tool` is the built tool.
  private static func bash(_ commands: String, _ tool: Tool) throws -> Int32 {
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/env")
    shell.arguments = [
      "bash", "-c", "tool='\(Tool.executable.path)' trace='\(approach)'\n" + commands,
    ]
    shell.currentDirectoryURL = tool.folder
    shell.standardInput = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    return shell.terminationStatus
  }

  private static func bytes(_ tool: Tool, _ name: String) throws -> Data {
    try tool.data(of: name)
  }

  @Test func `Several files are written in one run, identical to separate runs`() throws {
    let names = ["a.json", "a.wav", "a.svg", "a.html", "a.ahap"]
    let all = try tool.succeed(["run", Self.approach] + names.flatMap { ["-o", $0] })
    for name in names { #expect(all.text.contains("written   \(name) ("), "\(all.text)") }
    for name in names {
      try tool.succeed("run", Self.approach, "-o", "alone-\(name)")
      #expect(try Self.bytes(tool, name) == Self.bytes(tool, "alone-\(name)"), "\(name)")
    }
  }

  @Test func `Option --as applies only to the output before it`() throws {
    try tool.succeed(
      "pattern", "tap", "-o", "one", "--as", "ahap", "-o", "two.json", "-o", "three", "--as", "wav")
    #expect(try Self.bytes(tool, "one").starts(with: Data("{".utf8)))
    #expect(
      String(decoding: try Self.bytes(tool, "two.json"), as: UTF8.self).contains("lubdub-timeline"))
    #expect(try Self.bytes(tool, "three").starts(with: Data("RIFF".utf8)))
    try tool.succeed("pattern", "tap", "--as", "ahap", "-o", "four")
    #expect(try Self.bytes(tool, "four") == Self.bytes(tool, "one"))
  }

  @Test(arguments: ["json", "wav"])
  func `A named pipe gets every byte exactly once`(kind: String) throws {
    let status = try Self.bash(
      """
      "$tool" run "$trace" -o plain --as \(kind)
      mkfifo pipe
      cat pipe > piped & reader=$!
      timeout 50 "$tool" run "$trace" -o pipe --as \(kind) > said || exit 1
      wait $reader
      grep -q 'written   pipe' said
      """, tool)
    #expect(status == 0)
    #expect(try Self.bytes(tool, "piped") == Self.bytes(tool, "plain"))
    #expect(try Self.bytes(tool, "piped").count > 1000)
  }

  @Test func `A table written row by row also goes to a named pipe`() throws {
    let status = try Self.bash(
      """
      "$tool" estimate "$trace" -o plain
      mkfifo pipe
      cat pipe > piped & reader=$!
      timeout 50 "$tool" estimate "$trace" -o pipe || exit 1
      wait $reader
      """, tool)
    #expect(status == 0)
    #expect(try Self.bytes(tool, "piped") == Self.bytes(tool, "plain"))
  }

  @Test func `A process substitution of the shell gets every byte`() throws {
    let status = try Self.bash(
      """
      "$tool" run "$trace" -o plain > none
      "$tool" run "$trace" -o >(cat > piped; touch done) > none || exit 1
      for tick in $(seq 400); do [ -e done ] && break; sleep 0.02; done
      """, tool)
    #expect(status == 0)
    #expect(try Self.bytes(tool, "piped") == Self.bytes(tool, "plain"))
  }

  @Test func `An open descriptor is written at its position, under each of its names`() throws {
    let status = try Self.bash(
      """
      "$tool" estimate "$trace" -o plain
      { echo first >&7; "$tool" estimate "$trace" -o /dev/fd/7; echo last >&7; } 7> seven
      { echo first; "$tool" estimate "$trace" -o /dev/stdout; echo last; } > out
      ln -s /dev/stdout link
      { echo first; "$tool" estimate "$trace" -o link; echo last; } > linked
      [ -L link ]
      """, tool)
    #expect(status == 0)
    let whole = try Data("first\n".utf8) + Self.bytes(tool, "plain") + Data("last\n".utf8)
    for name in ["seven", "out", "linked"] {
      #expect(try Self.bytes(tool, name) == whole, "\(name)")
    }
    let run = try tool("run", Self.approach, "-o", "/dev/stdout")
    #expect(run.text.hasPrefix("{") && run.error.contains("written"), "\(run.error)")
    try tool.refuse("estimate", Self.approach, "-o", "/dev/fd/77", saying: "Bad file descriptor")
  }

  @Test func `Links are followed and kept, even if their target doesn't exist yet`() throws {
    let files = FileManager.default
    try files.createDirectory(atPath: tool.path("deep"), withIntermediateDirectories: true)
    for (name, target) in [("a", "b"), ("b", "deep/c"), ("deep/c", "end"), ("x", "y"), ("y", "x")] {
      try files.createSymbolicLink(atPath: tool.path(name), withDestinationPath: target)
    }
    for _ in 0..<2 {
      try tool.succeed("estimate", Self.approach, "-o", "a")
      for name in ["a", "b", "deep/c"] {
        #expect(throws: Never.self) { try files.destinationOfSymbolicLink(atPath: tool.path(name)) }
      }
      #expect(try Self.bytes(tool, "deep/end").count > 1000)
    }
    try tool.refuse("estimate", Self.approach, "-o", "x", saying: "too many links")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `Every command reports a full standard output, also for help`() throws {
    let commands = try tool("--help").text.split(separator: "\n")
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.contains("lubdub") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }.filter {
        $0.first?.isLetter ?? false
      }
    #expect(commands.count > 20, "\(commands)")
    for command in commands {
      #expect(try tool.shell("\(command) --help > /dev/full") == 2, "\(command)")
    }
    for words in ["--help", "--version", "help run", "preset", "import --list"] {
      #expect(try tool.shell("\(words) > /dev/full") == 2, "\(words)")
    }
    for words in ["run", "estimate", "import", "check", "live"] {
      #expect(try tool.shell("\(words) '\(Self.approach)' > /dev/full") == 2, "\(words)")
    }
  }

  @Test func `A closed standard output is reported, and no file gets the printed text`() throws {
    #expect(try tool("run", Self.approach, "-o", "plain.json").status == 0)
    #expect(try tool.shell("run '\(Self.approach)' -o a.json >&-") == 2)
    #expect(try Self.bytes(tool, "a.json") == Self.bytes(tool, "plain.json"))
    for words in ["--help", "run --help", "preset --list", "estimate '\(Self.approach)'"] {
      #expect(try tool.shell("\(words) >&-") == 2, "\(words)")
    }
    #expect(try tool.shell("--help | head -1 > first") == 0)
  }

  @Test func `The next run that writes a target removes the files of dead processes`() throws {
    let dead = Process()
    dead.executableURL = URL(filePath: "/bin/sh")
    dead.arguments = ["-c", "exit 0"]
    try dead.run()
    dead.waitUntilExit()
    let old = [
      ".lubdub-out.csv.\(dead.processIdentifier)-12345.tmp",
      ".lubdub-out.csv.\(dead.processIdentifier)-4000000000.tmp",
    ]
    let kept = [
      ".lubdub-out.csv.\(ProcessInfo.processInfo.processIdentifier)-12345.tmp",
      ".lubdub-b.json.\(dead.processIdentifier)-12345.tmp",
      // Files of others, named as other programs name theirs.
      "out.csv.\(dead.processIdentifier)-12345.tmp", "notes.2026-11.tmp",
      "log.20261125-134500.tmp", "\(dead.processIdentifier)-12345.tmp", "a.tmp", "b.1-2.csv",
      ".lubdub-out.csv.0\(dead.processIdentifier)-12345.tmp",
      ".lubdub-out.csv.\(dead.processIdentifier)-012345.tmp",
    ]
    for name in old + kept { try Data("x".utf8).write(to: URL(filePath: tool.path(name))) }
    #expect(try tool("estimate", Self.approach, "-o", "out.csv").status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
    #expect(old.filter(names.contains) == [])
    #expect(kept.filter { !names.contains($0) } == [])
  }

  @Test(arguments: [
    ("rnu walk.csv", "there is no command \"rnu\"; did you mean run?"),
    ("esimate", "did you mean estimate?"), ("bench acuracy x.csv", "did you mean accuracy?"),
    ("frobnicate", "`lubdub --help` lists the commands"),
    ("help conver", "did you mean convert?"),
  ])
  func `The message about a mistyped command names the correct command`(
    words: String, message: String
  ) throws {
    try tool.refuse(words.split(separator: " ").map(String.init), saying: message)
  }

  @Test func `The help of run fits two screens of 50 lines`() throws {
    #expect(try Self.bash("COLUMNS=100 \"$tool\" run --help > help", tool) == 0)
    let lines = try tool.text(of: "help").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 100, "\(lines.count)")
    #expect(lines.allSatisfy { $0.count <= 100 })
  }
}
