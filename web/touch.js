// What can be felt: the vibration of a phone, and of game controllers.

/**
 * @param {number} intensity 0 to 1
 * @param {number} duration in seconds; 0 for a transient
 */
export function vibrate(intensity, duration) {
  // Phones only turn their motor on and off, so that a stronger beat is a longer one.
  const length = duration > 0 ? duration * 1000 : 15 + 35 * intensity
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(length)
  for (const pad of navigator.getGamepads?.() ?? []) {
    pad?.vibrationActuator?.playEffect('dual-rumble', {
      duration: Math.max(40, length), strongMagnitude: intensity, weakMagnitude: intensity * 0.6,
    }).catch(() => {})
  }
}
