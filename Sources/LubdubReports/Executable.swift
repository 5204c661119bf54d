internal import Foundation

/// The path of a program in the folders of `PATH`; `nil` if the program is not installed.
package func executable(named name: String) -> String? {
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
}
