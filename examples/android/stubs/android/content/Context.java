package android.content;

public abstract class Context {
  public static final String VIBRATOR_MANAGER_SERVICE = "vibrator_manager";

  public abstract Object getSystemService(String name);
}
