using System.Collections;
using UnityEngine;
#if ENABLE_INPUT_SYSTEM
using UnityEngine.InputSystem;
#endif

/// <summary>
/// To play it: <c>Heart.Vibrate()</c> on an Android phone, <c>StartCoroutine(Heart.Rumble(Gamepad.current))</c> on a gamepad.
/// </summary>
public static class Heart
{
    /// <summary>In milliseconds.</summary>
    private static readonly long[] Timings = { 20, 105, 20, 688 };

    /// <summary>0 to 255.</summary>
    private static readonly int[] Amplitudes = { 255, 0, 178, 0 };

    /// <summary>The step from which it is repeated; -1 for none.</summary>
    private static readonly int Repeat = -1;

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
