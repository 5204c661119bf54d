extension TagSimulator {
  /// A base where each player starts, a region where they meet, and a wire of each.
  static let zones = """
    {"type": "FeatureCollection", "features": [
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-0.12, 51.5]},
     "properties": {"id": "home-anna", "kind": "homeBase", "owner": "anna", "radius_m": 50}},
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-0.1139514, 51.5014379]},
     "properties": {"id": "home-ben", "kind": "homeBase", "owner": "ben", "radius_m": 50}},
    {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[-0.1179838, 51.5010785],
     [-0.1167596, 51.5010785], [-0.1167596, 51.5016178], [-0.1179838, 51.5016178],
     [-0.1179838, 51.5010785]]]}, "properties": {"id": "square"}},
    {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[-0.1186, 51.4996],
     [-0.1186, 51.5004]]},
     "properties": {"id": "wire-ben", "kind": "tripwire", "owner": "ben", "permanent": false}},
    {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[-0.1155, 51.5010],
     [-0.1155, 51.5018]]},
     "properties": {"id": "wire-anna", "kind": "tripwire", "owner": "anna", "permanent": true}}
    ]}

    """

  /// Guesses that hit, miss, are blocked and are in doubt.
  static let actions = """
    {"t_s": 10, "type": "tag", "from": "ben", "target": "anna", "kind": "basic", "lat_deg": 51.5, "lon_deg": -0.12}
    {"t_s": 120, "type": "tag", "from": "anna", "target": "ben", "kind": "basic", "lat_deg": 51.5014, "lon_deg": -0.1166}
    {"t_s": 160, "type": "tag", "from": "ben", "target": "anna", "kind": "basic", "lat_deg": 51.5001, "lon_deg": -0.1174}
    {"t_s": 250, "type": "tag", "from": "ben", "target": "anna", "kind": "basic", "lat_deg": 51.5013, "lon_deg": -0.1174}
    {"t_s": 330, "type": "tag", "from": "anna", "target": "ben", "kind": "wideRadius", "lat_deg": 51.5014, "lon_deg": -0.1174}
    {"t_s": 440, "type": "tag", "from": "ben", "target": "anna", "kind": "basic", "lat_deg": 51.502, "lon_deg": -0.12}

    """
}
