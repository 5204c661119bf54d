// Spectra
