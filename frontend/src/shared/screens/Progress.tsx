/** An indeterminate progress bar at the top of the window. */
export function Progress({ label = "Loading" }: { label?: string }) {
  return <div className="progress-line" role="progressbar" aria-label={label} />;
}
