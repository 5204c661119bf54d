/// Why a page, a log, or a server cannot be what was asked for, in a sentence.
package struct ReportFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
