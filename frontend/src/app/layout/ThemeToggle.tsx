import { setTheme, useTheme } from "../../shared/theme";

/** Switches between the light and the dark theme. */
export function ThemeToggle() {
  const dark = useTheme() === "dark";
  return (
    <button
      type="button"
      className="btn btn-outline-secondary"
      aria-pressed={dark}
      aria-label="Dark theme"
      title={dark ? "Switch to light theme" : "Switch to dark theme"}
      onClick={() => setTheme(dark ? "light" : "dark")}
    >
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" fill="currentColor">
        {dark ? (
          <path d="M10 5.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM9.3 1h1.400v2.500H9.300zm0 15.500h1.400V19H9.300zM1 9.300h2.500v1.400H1zm15.5 0H19v1.400h-2.5z" />
        ) : (
          <path d="M8 2.200a8 8 0 1 0 9.8 9.800A6.5 6.5 0 0 1 8 2.200z" />
        )}
      </svg>
    </button>
  );
}
