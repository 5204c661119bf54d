@_exported public import Lubdub
@_exported public import LubdubRuns
@_exported public import LubdubSignals
@_exported public import LubdubSupport
@_exported public import LubdubTraces
