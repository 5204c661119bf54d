// Proximity
