@_exported public import Ceremony
@_exported public import Haptics
@_exported public import Link
@_exported public import Proximity
@_exported public import Quantities
@_exported public import Ranging
