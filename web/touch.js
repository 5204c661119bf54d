// What can be felt: the vibration of a phone, and of game controllers; and a pulse to see beside it.

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

/**
 * @param {HTMLElement} heart what beats
 * @param {number} intensity 0 to 1
 * @param {number} duration in seconds
 */
export function pulse(heart, intensity, duration) {
  const size = matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 1 + 0.45 * intensity
  heart.animate(
    [{ transform: `scale(${size})`, opacity: 1 }, { transform: 'scale(1)', opacity: 0.45 }],
    { duration: 260 + 1000 * duration, easing: 'ease-out' })
}
