@_exported public import Haptics
@_exported public import Observations
@_exported public import Proximity
@_exported public import Quantities
@_exported public import Ranging
