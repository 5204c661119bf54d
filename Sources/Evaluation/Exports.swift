@_exported public import ZoneScores
