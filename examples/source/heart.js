// To play it: `heart.vibrate()` on a phone, `heart.rumble(navigator.getGamepads()[0])` on a gamepad.
export const heart = {
  // In milliseconds.
  timings: [20, 105, 20, 688],

  // 0 to 255.
  amplitudes: [255, 0, 178, 0],

  // The step from which it is repeated; -1 for none.
  repeat: -1,

  // Browsers know on and off only, and keep 99 entries of at most 10 s: a longer pattern is given in parts, each
  // when it is due. Resolves at the end to whether the browser took them. An AbortSignal ends it.
  async vibrate(signal) {
    const pulses = [];
    let time = 0;
    this.timings.forEach((length, step) => {
      const last = pulses.at(-1);
      if (this.amplitudes[step] > 0) {
        if (last && last.end === time && time + length - last.start <= 10000) last.end = time + length;
        else pulses.push({ start: time, end: time + length });
      }
      time += length;
    });
    const begin = performance.now();
    while (pulses.length > 0 && !signal?.aborted) {
      const wait = begin + pulses[0].start - performance.now();
      if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
      const entries = [];
      for (let end = pulses[0].start; entries.length < 98 && pulses[0]?.start - end <= 10000;) {
        const pulse = pulses.shift();
        if (entries.length > 0) entries.push(pulse.start - end);
        entries.push(pulse.end - pulse.start);
        end = pulse.end;
      }
      if (signal?.aborted || !navigator.vibrate(entries)) return false;
    }
    return !signal?.aborted;
  },

  // Times are counted from the start, so that timers do not add up. An AbortSignal ends it.
  async rumble(gamepad, signal) {
    const actuator = gamepad.vibrationActuator;
    let end = performance.now();
    for (let step = 0; step < this.timings.length && !signal?.aborted;) {
      const level = this.amplitudes[step] / 255;
      end += this.timings[step];
      for (let left = end - performance.now(); left > 0; left = end - performance.now()) {
        const duration = Math.min(left, 5000);
        if (level > 0) {
          actuator.playEffect('dual-rumble', {
            startDelay: 0, duration, weakMagnitude: level, strongMagnitude: level,
          });
        }
        await new Promise(resolve => setTimeout(resolve, duration));
      }
      step += 1;
      if (step === this.timings.length && this.repeat >= 0) step = this.repeat;
    }
    await actuator.reset();
  },
};
