# Keeps the default, and of the others the ones that come near it or that many people use.
/^\| estimator \| decided by/ { zones = 1 }
/^\| (estimator|method) \| RMSE|^\| method/ { zones = 0 }
/^\| (range-filter|signal-strength|constant-velocity|raw|exponential-mean|kalmanjs|rssi-inversion|rssi-integer-arma|rssi-float-arma|rssi-median-3|rssi-one-euro|rssi-kalmanjs|median-3|one-euro) \|/ && !(/^\| (median-3|one-euro) \|/ && !zones) { next }
zones && /\| bare \|/ { next }
zones && /^\| fusion/ && !/evidence/ { next }
zones && /^\| (hold-last|constant) / { next }
{ print }
