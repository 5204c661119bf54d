@_exported public import Lubdub
@_exported public import LubdubGround
@_exported public import LubdubSignals
