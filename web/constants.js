// The constants that the tool writes into every page of sessions.

/** @type {Constants} */
export const constants = JSON.parse(
  // A worker has no document.
  (typeof document !== 'undefined' && document.getElementById('constants')?.textContent)
  || '{"defaults":{},"presets":[],"formats":[],"radios":[],"events":[],"statuses":[]}')
