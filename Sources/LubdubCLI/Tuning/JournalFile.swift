import Foundation

/// A file to which a search appends its candidates. Only one search can use it at a time.
final class JournalFile {
  private let path: String
  private let file: FileHandle
  private(set) var journal: TuningJournal?

  init(_ path: String) throws {
    self.path = path
    let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    try require(
      descriptor >= 0, "\(path): cannot open the journal: \(String(cString: strerror(errno)))")
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try require(
      flock(descriptor, LOCK_EX | LOCK_NB) == 0, "\(path): another search adds to this journal")
    let bytes = try [UInt8](file.readToEnd() ?? Data())
    let found = TuningJournal(bytes) { [path, file] lines in
      do {
        try file.write(contentsOf: lines)
      } catch {
        throw CommandFailure("\(path): cannot write the journal: \(error.localizedDescription)")
      }
    }
    journal = found
    if found.count > 0 {
      Console.note("\(path): \(counted(found.count, "candidate")) scored before")
    }
    guard found.wholeBytes < bytes.count else { return }
    Console.note("\(path): 1 incomplete line is dropped")
    try file.truncate(atOffset: UInt64(found.wholeBytes))
  }
}
