// A sound to trace over: its envelope in the background of the curve, and the sound under the playback.

const step = 0.005 // the step of the envelope, in seconds
const mostSeconds = 120
const mostBytes = 60_000_000
const level = 0.7 // the volume of the sound relative to the pattern

/** @param {File} file @param {number} rate of the playback @returns {Promise<Backing>} @throws {Error} if it is not a sound, or too long */
export async function backingOf(file, rate) {
  if (file.size > mostBytes) throw new Error(`it has more than ${mostBytes / 1e6} MB`)
  const sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(await file.arrayBuffer()).catch(() => { throw new Error('this browser finds no sound in it') })
  if (sound.duration > mostSeconds) throw new Error(`it lasts ${Math.round(sound.duration)} s, and a beat at most ${mostSeconds} s`)
  const samples = new Float32Array(sound.length)
  for (let i = 0; i < sound.numberOfChannels; i++) sound.getChannelData(i).forEach((sample, at) => { samples[at] += sample / sound.numberOfChannels })
  const count = Math.round(step * rate)
  const values = Float64Array.from({ length: Math.ceil(samples.length / count) }, (_, i) =>
    samples.subarray(i * count, (i + 1) * count).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0))
  const peak = values.reduce((most, value) => Math.max(most, value), 1e-9)
  return { name: file.name, duration: sound.duration, samples, envelope: { times: values.map((_, i) => i * step), values: values.map(value => value / peak) } }
}

/** @param {Float32Array} beat @param {Backing | null} backing @returns {Float32Array} both together */
export function above(beat, backing) {
  if (!backing) return beat
  return beat.map((sample, i) => Math.max(-1, Math.min(1, sample + level * (backing.samples[i] ?? 0))))
}
