extension TraceFormats {
  /// The logs of radios, then the tidy traces.
  public static let deviceLogs = TraceFormats(
    [
      BtsnoopTrace.self, PcapTrace.self, PcapNGTrace.self, PacketLoggerTrace.self, QorvoTrace.self,
      DWM1001Trace.self, ArduinoDW1000Trace.self, MakerfabsTrace.self, IPhoneNITrace.self,
      PhoneRangingTrace.self, AndroidUWBTrace.self,
      ESPresenseCaptureTrace.self, BermudaTrace.self, ESPresenseTrace.self, BtmonTrace.self,
      SensorLoggerTrace.self, HeraldTrace.self, CeremonyTrace.self,
      AndroidSoundingTrace.self, StepLogTrace.self,
      ToneLineTrace.self, ToneTableTrace.self,
      ResponseTableTrace.self, DecaRangingTrace.self,
    ] + tidy.list)
}
