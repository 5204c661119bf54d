#if !hasFeature(Embedded)
public import LubdubSupport

extension SettingError: CodedError {
  /// `setting`.
  public var code: String { "setting" }

  /// The key and the broken rule.
  public var arguments: [String] { [key, rule] }
}

extension SettingsFileError: CodedError {
  /// `settings-file`.
  public var code: String { "settings-file" }

  /// The source and the broken rule.
  public var arguments: [String] { [source, rule] }
}

extension CeremonyMessage.Fault: CodedError {
  /// The name of the reason, such as `message-name`.
  public var code: String { reason.rawValue }
}
#endif
