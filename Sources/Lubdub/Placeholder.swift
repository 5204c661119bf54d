// Lubdub
