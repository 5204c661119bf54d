# Shortens the tables of `lubdub bench accuracy`: of the estimators the default and those that come near it or that many
# people use, of the zones by ranges the rule of each (tools/bench/bluetooth measures those by Bluetooth), of the columns
# what the page speaks of.
BEGIN { FS = " [|] " }
/^### / { skipped = /, ble: zones$/; ranges = /, uwb$/ }
skipped { next }
/^[|] estimator/ { zones = / decided by /; split("", drop)
  for (i = 1; i <= NF; i++) drop[i] = $i ~ /^(MAE m|P50 m|bias m|max m|rank|half s|never|lag s|beat err s|one-sided.*|no zone|delay P95 s.*)$/ }
/^[|] method/ { zones = 0; split("", drop) }
/^[|] (range-filter|signal-strength|constant-velocity|raw|exponential-mean|kalmanjs|median-3|hold-last) / { next }
# With ranges alone the usual distance is metres off.
ranges && /^[|] constant / { next }
/^[|] rssi-(inversion|integer-arma|float-arma|median-3|one-euro|kalmanjs|espresense) / { next }
zones && (/ bare / || /^[|] fusion.* margin / || /^[|] (constant|one-euro) /) { next }
/^[|]---/ { print substr($0, 1, 1 + 4 * kept); next }
/^[|] / { line = ""; kept = 0
  for (i = 1; i <= NF; i++) if (!drop[i]) { line = line (kept++ ? " | " : "") $i }
  if (line !~ / [|]$/) line = line " |"
  print line; next }
{ sub(/; innovations of the default:.*/, "."); print }
