// What the tool writes into every page of sessions.

/** The settings to begin with, the presets, the formats of haptic files, and the lists by whose places numbers of rows
 * and runs are meant: the radios, the events of a link from 1, and the states of an estimate.
 * @typedef {object} Constants @property {any} defaults @property {{name: string, summary: string}[]} presets @property {string[]} formats
 * @property {{source: string, name: string}[]} radios in traces and for people @property {string[]} events @property {string[]} statuses */

/** @type {Constants} */
export const constants = JSON.parse(
  // A worker has no document.
  (typeof document !== 'undefined' && document.getElementById('constants')?.textContent)
  || '{"defaults":{},"presets":[],"formats":[],"radios":[],"events":[],"statuses":[]}')
