/// A sentence with the reason why a page, a log, or a server cannot be created.
package struct ReportFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
