/** A small pot, the illustration of empty and error states. */
export function Pot() {
  return (
    <svg className="pot" width="56" height="56" viewBox="0 0 48 48" aria-hidden="true">
      <path
        fill="currentColor"
        d="M17 7h14l-3 7c6 2.500 9 8 8 14.500C35 36.500 31 41 24 41s-11-4.500-12-12.500C11 22 14 16.500 20 14z"
      />
      <path className="pot-band" d="M12 26c4 3.500 8-3 12 0s8 3.500 12 0" />
    </svg>
  );
}
