@_exported public import Sessions
