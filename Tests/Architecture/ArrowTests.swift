import Foundation
import Testing

/// The layers of the package, checked by its manifest, by the imports of every file, and inside `Lubdub` by the names that
/// every file uses.
@Suite struct ArrowTests {
  let manifest: Manifest

  init() throws { manifest = try Manifest.read.get() }

  @Test func `A target declares exactly the modules that its files import`() throws {
    for target in manifest.modules + manifest.tests {
      let imports = try target.imports(in: manifest.root).subtracting(Self.toolchain)
      let declared = target.dependencies
      // The tests of a tool run it, and import nothing of it; the files of the pages are linked alone.
      let unused = declared.subtracting(imports).subtracting([
        "LubdubCLI", "LubdubExtrasCLI", "CPageFiles",
      ])
      // The parser below Yams comes with it, and is no product that could be declared.
      let more = imports.subtracting(declared).subtracting(
        declared.contains("Yams") ? ["CYaml"] : [])
      #expect(more.isEmpty, "\(target.name) imports \(more.sorted()) without declaring it")
      #expect(unused.isEmpty, "\(target.name) declares \(unused.sorted()) and does not import it")
    }
  }

  @Test func `Modules for apps need neither Foundation nor a system library`() throws {
    let system = ["Glibc", "Musl", "Darwin", "WASILibc", "Synchronization", "os"]
    let known = Set(manifest.modules.map(\.name)).union(["RealModule", "Observation"])
    for module in manifest.modules
    where ["LubdubSupport", "Lubdub", "LubdubLive"].contains(module.name) {
      for (file, source) in try module.sources(in: manifest.root) {
        let free = module.name == "LubdubSupport" && file.contains("/Files/") ? system : []
        let others = Set(Manifest.Target.imports(of: source)).subtracting(known).subtracting(free)
        #expect(others.isEmpty, "\(file) imports \(others.sorted())")
      }
    }
  }

  @Test func `Every folder in Sources is a target whose name starts with Lubdub`() throws {
    let folder = manifest.root.appending(path: "Sources").path
    let found = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(found) == Set(manifest.modules.map(\.folder) + ["README.md", "System"]))
    #expect(manifest.modules.allSatisfy { $0.name.hasPrefix("Lubdub") })
    #expect(manifest.modules.count <= 16)
  }

  @Test func `The System folder has only module maps and Lubdub's kernels and headers`() throws {
    let folder = manifest.root.appending(path: "Sources/System").path
    let found = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.contains(".") }
    let known = [
      "CArguments/arguments.c",
      "CArguments/include/arguments.h",
      "CFFTW3/module.modulemap",
      "CFFTW3/shim.h",
      "CLubdub/header.c",
      "CLubdub/include/lubdub.h",
      "CLubdub/include/lubdub_bench.h",
      "CLubdub/include/module.modulemap",
      "CPage/module.modulemap",
      "CPage/page.h",
      "CPageFiles/page.c",
      "CQRCode/module.modulemap",
      "CQRCode/shim.h",
      "CTraceText/include/module.modulemap",
      "CTraceText/include/trace_text.h",
      "CTraceText/trace_text.c",
      "CTraceText/trace_text_body.h",
      "CTraceText/trace_text_numbers.h",
      "CZlib/module.modulemap",
      "CZlib/shim.h",
    ]
    #expect(Set(found) == Set(known))
  }

  @Test
  func `The page about modules and folders names each module and folder once, and nothing else`()
    throws
  {
    let sources = manifest.root.appending(path: "Sources")
    let page = try String(contentsOf: sources.appending(path: "README.md"), encoding: .utf8)
    let titles = page.matches(of: /^\| `(\w+)`/.anchorsMatchLineEndings()).map { String($0.1) }
    #expect(titles.sorted() == manifest.modules.map(\.name).sorted())
    var (module, named): (String, [String]) = ("", [])
    for line in page.split(separator: "\n") {
      if let title = line.wholeMatch(of: /## (\w+)/) { module = String(title.1) }
      if let item = line.prefixMatch(of: /(?: {2})?- `([^`]+)`:/) {
        named.append("\(module)/\(item.1)")
      }
    }
    var found: Set<String> = []
    for file in try FileManager.default.subpathsOfDirectory(atPath: sources.path) {
      let folders = file.split(separator: "/").dropLast()
      for depth in 2...3 where folders.count >= depth {
        found.insert(folders.prefix(depth).joined(separator: "/"))
      }
    }
    let missing = found.subtracting(named).sorted()
    let wrong = Set(named).subtracting(found).sorted()
    #expect(missing.isEmpty, "Sources/README.md doesn't name \(missing)")
    #expect(wrong.isEmpty && named.count == Set(named).count, "Sources/README.md: \(wrong)")
  }

  @Test func `A folder of the core uses only types of earlier folders`() throws {
    let core = try #require(manifest.modules.first { $0.name == "Lubdub" })
    var folders: [String: [(file: String, code: String)]] = [:]
    for (file, source) in try core.sources(in: manifest.root) {
      let parts = file.split(separator: "/")
      let folder = String(parts[2])
      folders[folder, default: []].append((String(parts.last ?? ""), Self.code(of: source)))
    }
    #expect(Set(folders.keys) == Set(Self.core))
    var owners: [String: Int] = [:]
    for (place, folder) in Self.core.enumerated() {
      for (_, code) in folders[folder] ?? [] {
        for name in code.matches(of: Self.declaration) { owners[String(name.1)] = place }
      }
    }
    #expect(owners.count > 100)
    for (place, folder) in Self.core.enumerated() {
      for (file, code) in folders[folder] ?? [] {
        let names = Set(code.matches(of: /(?:^|[^.\w])([A-Z]\w*)/).map { String($0.1) })
        let later = names.filter { (owners[$0] ?? 0) > place }
        #expect(later.isEmpty, "\(folder)/\(file) names \(later.sorted()) of a later folder")
      }
    }
  }

  /// The folders of `Lubdub`, in the order in which a sample passes through them.
  static let core = [
    "Quantities", "Samples", "Ranging", "Zones", "Haptics", "Pipeline", "Settings",
  ]

  /// A type that a file declares at its top level, except private ones.
  nonisolated(unsafe) private static let declaration =
    /^(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal) )?(?:final |indirect )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/
    .anchorsMatchLineEndings()

  /// A source without its comments and texts.
  private static func code(of source: String) -> String {
    source.replacing(/\/\/.*/, with: "").replacing(/"(?:\\.|[^"\\\n])*"/, with: "\"\"")
  }

  /// The modules of the compiler and the system, which the package doesn't declare.
  static let toolchain: Set = [
    "Foundation", "FoundationNetworking", "FoundationXML", "Dispatch", "Synchronization", "Testing",
    "Glibc", "Musl",
    "Darwin", "WASILibc", "os", "Observation",
    // Apple's frameworks; elsewhere the files that import them are empty.
    "CoreHaptics", "NearbyInteraction", "CoreBluetooth", "AVFAudio", "MultipeerConnectivity",
  ]
}
