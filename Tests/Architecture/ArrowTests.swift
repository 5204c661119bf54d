import Foundation
import Testing

/// The layers of the package, held by its manifest and by the imports of every file.
@Suite struct ArrowTests {
  static let layers = [
    "Ground", "Core", "Signals", "InputOutput", "Extras", "Workbench", "Interfaces",
  ]

  let manifest: Manifest

  init() throws { manifest = try Manifest() }

  @Test func `the manifest lists its modules in the order of the layers`() {
    let order = manifest.modules.compactMap { Self.layers.firstIndex(of: $0.layer) }
    #expect(order.count == manifest.modules.count)
    #expect(order == order.sorted())
  }

  @Test func `a module depends only on modules before it`() {
    let names = manifest.modules.map(\.name)
    for (place, module) in manifest.modules.enumerated() {
      let later = module.dependencies.intersection(names[place...])
      #expect(
        later.isEmpty,
        "\(module.name) depends on \(later.sorted()), which come later in Package.swift")
    }
  }

  @Test func `what a target declares and what its files import are the same`() throws {
    for target in manifest.modules + manifest.tests {
      let imports = try target.imports(in: manifest.root).subtracting(Self.toolchain)
      let declared = target.dependencies
      // The tests of a tool run it, and import nothing of it; the files of the pages are linked alone.
      let unused = declared.subtracting(imports).subtracting(["LubdubCLI", "CPageFiles"])
      #expect(
        imports.subtracting(declared).isEmpty,
        "\(target.name) imports \(imports.subtracting(declared).sorted()) without declaring it")
      #expect(unused.isEmpty, "\(target.name) declares \(unused.sorted()) and does not import it")
    }
  }

  @Test func `ground and core import neither Foundation nor a system library`() throws {
    let free: [String: Set<String>] = [
      "Files": ["Glibc", "Musl", "Darwin", "WASILibc", "Synchronization", "os"]
    ]
    for module in manifest.modules where ["Ground", "Core"].contains(module.layer) {
      let known = Set(manifest.modules.map(\.name)).union(["RealModule"])
      let others = try module.imports(in: manifest.root).subtracting(known)
        .subtracting(free[module.name] ?? [])
      #expect(others.isEmpty, "\(module.name) imports \(others.sorted())")
    }
  }

  @Test func `every folder of the sources is a module of the manifest`() throws {
    for layer in Self.layers {
      let folder = manifest.root.appending(path: "Sources/\(layer)").path
      let found = try FileManager.default.contentsOfDirectory(atPath: folder)
      let declared = manifest.modules.filter { $0.layer == layer }.map(\.folder)
      #expect(Set(found) == Set(declared), "\(layer)")
    }
  }

  @Test func `there are at most 32 modules and 14 products`() {
    #expect((1...32).contains(manifest.modules.count))
    #expect((1...14).contains(manifest.productCount))
  }

  /// What comes with the compiler and the system, and is declared nowhere.
  static let toolchain: Set = [
    "Foundation", "FoundationNetworking", "FoundationXML", "Dispatch", "Synchronization", "Testing",
    "Glibc", "Musl",
    "Darwin", "WASILibc", "os",
  ]
}
