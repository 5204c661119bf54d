internal import Quantities
public import Traces

extension ConfigurationWriter {
  /// An NLOS profile, as the keys that readers of raw logs take. All digits are written.
  public static func write(_ profile: NLOSProfile) -> String {
    """

    nlos:
      # score at which a range stays as it is, from 0 to 1
      center: \(profile.center)
      # what a range over a blocked path reads too long, from score 0 to 1, in m
      slope: \(profile.slope.value)

    """
  }
}
