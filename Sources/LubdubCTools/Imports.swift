@_exported public import LubdubBench
@_exported public import LubdubExtras
@_exported public import LubdubSessions
