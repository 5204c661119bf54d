/// The arguments of `createWaveform` as source text.
struct WaveformSnippet {
  private let waveform: AndroidWaveform.Arguments

  init(_ waveform: AndroidWaveform.Arguments) {
    self.waveform = waveform
  }

  private func rows(_ numbers: [Int], indent: Int) -> String {
    Snippet.rows(numbers.map { String($0) }, indent: indent, perRow: 12)
  }

  /// A Kotlin object of that name; with an envelope, for devices that play it.
  func kotlin(_ type: String, _ envelope: EnvelopeEffect?) -> String {
    """
    \(envelope == nil ? "" : "import android.os.Build\n")import android.os.VibrationEffect
    \(envelope == nil ? "" : "import android.os.Vibrator\n")
    /** To play it: `vibrator.vibrate(\(type).effect(\(envelope == nil ? "" : "vibrator")))`. */
    object \(type) {
    \(envelope.map(Self.kotlin) ?? "")    fun effect(): VibrationEffect = VibrationEffect.createWaveform(timings, amplitudes, \(waveform.repeatIndex))

        /** In milliseconds. */
        private val timings = longArrayOf(
    \(rows(waveform.timings, indent: 8))
        )

        /** 0 to 255. */
        private val amplitudes = intArrayOf(
    \(rows(waveform.amplitudes, indent: 8))
        )
    }

    """
  }

  /// An envelope of Android 16, and the waveform where a device does not play it or takes fewer points.
  private static func kotlin(_ envelope: EnvelopeEffect) -> String {
    let points = envelope.points.map {
      "floatArrayOf(\(number($0.level.intensity))f, \(number($0.level.sharpness))f, \($0.milliseconds)f)"
    }
    return """
          /** The envelope, which API level 36 has, where the device plays it and takes as many points; else the waveform. */
          fun effect(vibrator: Vibrator): VibrationEffect {
              if (Build.VERSION.SDK_INT < 36 || !vibrator.areEnvelopeEffectsSupported()) return effect()
              if (envelope.size > vibrator.envelopeEffectInfo.maxSize) return effect()
              val builder = VibrationEffect.BasicEnvelopeBuilder()
              builder.setInitialSharpness(\(number(envelope.initialSharpness))f)
              for ((intensity, sharpness, milliseconds) in envelope) {
                  builder.addControlPoint(intensity, sharpness, milliseconds.toLong())
              }
              return builder.build()
          }

          /** Intensity and sharpness of 0 to 1, each reached after so many milliseconds. */
          private val envelope = arrayOf(
      \(Snippet.rows(points, indent: 8, perRow: 3))
          )


      """
  }

  /// A Java class of that name.
  func java(_ type: String) -> String {
    """
    import android.os.VibrationEffect;

    /** To play it: {@code vibrator.vibrate(\(type).effect())}. */
    final class \(type) {
        /** In milliseconds. */
        private static final long[] TIMINGS = {
    \(rows(waveform.timings, indent: 8))
        };

        /** 0 to 255. */
        private static final int[] AMPLITUDES = {
    \(rows(waveform.amplitudes, indent: 8))
        };

        private \(type)() {}

        static VibrationEffect effect() {
            return VibrationEffect.createWaveform(TIMINGS, AMPLITUDES, \(waveform.repeatIndex));
        }
    }

    """
  }

  /// A C# class of that name, for Unity.
  func csharp(_ type: String) -> String {
    """
    using System.Collections;
    using UnityEngine;
    #if ENABLE_INPUT_SYSTEM
    using UnityEngine.InputSystem;
    #endif

    /// <summary>
    /// To play it: <c>\(type).Vibrate()</c> on an Android phone,
    /// <c>StartCoroutine(\(type).Rumble(Gamepad.current))</c> on a gamepad.
    /// </summary>
    public static class \(type)
    {
        /// <summary>In milliseconds.</summary>
        private static readonly long[] Timings =
        {
    \(rows(waveform.timings, indent: 8))
        };

        /// <summary>0 to 255.</summary>
        private static readonly int[] Amplitudes =
        {
    \(rows(waveform.amplitudes, indent: 8))
        };

        /// <summary>The step from which it is repeated; -1 for none.</summary>
        private static readonly int Repeat = \(waveform.repeatIndex);

        /// <summary>On other devices than Android phones it does nothing.</summary>
        public static void Vibrate()
        {
    #if UNITY_ANDROID && !UNITY_EDITOR
            using (var player = new AndroidJavaClass("com.unity3d.player.UnityPlayer"))
            using (var activity = player.GetStatic<AndroidJavaObject>("currentActivity"))
            using (var vibrator = activity.Call<AndroidJavaObject>("getSystemService", "vibrator"))
            using (var effects = new AndroidJavaClass("android.os.VibrationEffect"))
            using (var effect = effects.CallStatic<AndroidJavaObject>(
                "createWaveform", Timings, Amplitudes, Repeat))
            {
                vibrator.Call("vibrate", effect);
            }
    #endif
        }

    #if ENABLE_INPUT_SYSTEM
        /// <summary>Times are counted from the start, so that frames do not add up.</summary>
        public static IEnumerator Rumble(Gamepad pad)
        {
            var end = Time.realtimeSinceStartupAsDouble;
            for (var step = 0; step < Timings.Length;)
            {
                var level = Amplitudes[step] / 255f;
                pad.SetMotorSpeeds(level, level);
                end += Timings[step] / 1000.0;
                while (Time.realtimeSinceStartupAsDouble < end) yield return null;
                step++;
                if (step == Timings.Length && Repeat >= 0) step = Repeat;
            }
            pad.ResetHaptics();
        }
    #endif
    }

    """
  }

  /// A JavaScript module with an object of that name.
  func javascript(_ type: String) -> String {
    """
    // To play it: `\(type).vibrate()` on a phone, `\(type).rumble(navigator.getGamepads()[0])` on a gamepad.
    export const \(type) = {
      // In milliseconds.
      timings: [
    \(rows(waveform.timings, indent: 4))
      ],

      // 0 to 255.
      amplitudes: [
    \(rows(waveform.amplitudes, indent: 4))
      ],

      // The step from which it is repeated; -1 for none.
      repeat: \(waveform.repeatIndex),

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

    """
  }
}
