"""The open sets of docs/results/recordings.md: where each comes from, at which commit, and what may be done with it."""
import dataclasses
from collections.abc import Callable

import airtags
import danis
import hanyang
import herald
import lias
import phones
import warsaw_responses
import warsaw_robot


@dataclasses.dataclass(frozen=True)
class Source:
    repository: str
    commit: str
    sets: tuple[str, ...]
    licence: str
    citation: str
    traces: Callable


SOURCES = [
    Source("LIAS-CUHKSZ/Efficient-Pose-Estimation-via-UWB-measurements", "cabd39232cb855d3c1160ed16692034f4d41a092",
           ("uwb_lias_mocap",), "MIT, (c) 2023 Haodong Jiang",
           'H. Jiang, W. Wang, Y. Shen, X. Li, X. Ren, B. Mu, J. Wu, "Efficient Planar Pose Estimation via UWB '
           'Measurements"', lias.traces),
    Source("cucudasluv/UWB-dataset", "c12599812e556324eadc763e409ea8f51098dda6",
           ("uwb_hanyang_outdoor", "uwb_hanyang_static"), "Apache-2.0",
           'ADIP laboratory, Hanyang University, "UWB-dataset"', hanyang.traces),
    Source("marckolak/uwb-cirs-2018", "371b8933aa5ba32d4a4187a946e48be227e9adba", ("cir_warsaw",), "CC BY 4.0",
           'M. Kolakowski, "UWB Channel Impulse Responses Registered in a Furnished Apartment", '
           "doi:10.5281/zenodo.4742391", warsaw_responses.traces),
    Source("marckolak/ble-rss-fingerprints-calib2021", "0a69aaa7006909d3f8f9f3a14fcba9405d404fa5",
           ("ble_warsaw_robot",), "CC BY 4.0",
           'M. Kolakowski, "BLE RSS dataset for fingerprinting radio map calibration", doi:10.5281/zenodo.5457591',
           warsaw_robot.traces),
    Source("philotuxo/Position-Annotated-BLE-RSSI-Dataset", "77474b69dc7d73fc5b07b74d7b4b65f3235a663e",
           ("ble_danis_moving",), "CC0 1.0",
           'F. S. Daniş, A. T. Naskali, A. T. Cemgil, C. Ersoy, "An indoor localization dataset and data collection '
           'framework with high precision position annotation", 2022', danis.traces),
    Source("theheraldproject/herald-analysis", "fb668bec0fdf6a9c3f1fa99f6ff8e29eff8c2108", ("ble_herald_cablecar",),
           "Apache-2.0", 'Herald Project Contributors, "herald-analysis"', herald.traces),
    Source("pc-ng/rss_smartphone", "c6dd9d2b871546a2bcd802362fa2791cfd5e4241", ("ble_human_phones",),
           "MIT, (c) 2020 Pc Ng",
           'P. C. Ng, P. Spachos, K. N. Plataniotis, "COVID-19 and Your Smartphone: BLE-Based Smart Contact Tracing", '
           "2021", phones.traces),
    Source("samuelfrnk/RSSIProximityML", "9e2641d4a624ce2cce59ae5b5bb3caf0d6eb4b82", ("ble_airtag_staircase",),
           "MIT, (c) 2020 Jimmy Wong (firmware)",
           'Bachelor thesis at the Communication Systems Group, University of Zurich, "RSSIProximityML"',
           airtags.traces),
]
