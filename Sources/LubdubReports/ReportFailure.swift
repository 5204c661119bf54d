/// The reason why a page, a log, or a server can't be made, in one sentence.
package struct ReportFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
