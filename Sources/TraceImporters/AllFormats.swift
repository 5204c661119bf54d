public import TraceReading

extension TraceFormats {
  /// Every format that is known: the device logs, the tidy traces, then positions.
  public static let all = TraceFormats(
    [
      BtsnoopTrace.self,
      PcapTrace.self,
      PcapNGTrace.self,
      QorvoTrace.self,
      DWM1001Trace.self,
      IPhoneNITrace.self,
      AndroidUWBTrace.self,
      ESPresenseTrace.self,
      BtmonTrace.self,
      SensorLoggerTrace.self,
      HeraldTrace.self,
      CeremonyTrace.self,
      SignalTrace<StepLogParser>.self,
      SignalTrace<ToneLineParser>.self,
      SignalTrace<ToneTableParser>.self,
      SignalTrace<ResponseTableParser>.self,
      SignalTrace<DecaRangingParser>.self,
    ] + tidy.list + [PositionTrace.self])
}
