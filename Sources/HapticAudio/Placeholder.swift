// HapticAudio
