/** A thin line at the top of the window while something large is being waited for. */
export function Progress({ label = "Loading" }: { label?: string }) {
  return <div className="progress-line" role="progressbar" aria-label={label} />;
}
