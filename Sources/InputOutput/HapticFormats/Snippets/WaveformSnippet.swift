/// The arguments of `createWaveform` as source text.
struct WaveformSnippet {
  private let waveform: AndroidWaveform.Arguments

  init(_ waveform: AndroidWaveform.Arguments) {
    self.waveform = waveform
  }

  private func rows(_ numbers: [Int], indent: Int) -> String {
    Snippet.rows(numbers.map { String($0) }, indent: indent, perRow: 12)
  }

  /// A Kotlin object of that name.
  func kotlin(_ type: String) -> String {
    """
    import android.os.VibrationEffect

    /** To play it: `vibrator.vibrate(\(type).effect())`. */
    object \(type) {
        fun effect(): VibrationEffect = VibrationEffect.createWaveform(timings, amplitudes, \(waveform.repeatIndex))

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
}
