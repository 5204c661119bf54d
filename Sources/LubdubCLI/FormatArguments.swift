public import ArgumentParser
public import HapticFormats

extension HapticFormat: ExpressibleByArgument {}
extension ExportOptions.AndroidStyle: ExpressibleByArgument {}
extension ExportOptions.Looping: ExpressibleByArgument {}
extension ExportOptions.Snippet: ExpressibleByArgument {}
extension Finding.Severity: ExpressibleByArgument {}
