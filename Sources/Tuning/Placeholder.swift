// Tuning
