/// The version of the tool, as in the changelog.
package enum Version {
  package static let current = "0.1.0"
}
