@_exported public import Lubdub
@_exported public import LubdubExtras
@_exported public import LubdubGround
@_exported public import LubdubSessions
@_exported public import LubdubSignals
@_exported public import LubdubTraces
