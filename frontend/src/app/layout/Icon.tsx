const PATHS = {
  basket: "M4 10h16l-2 10H6zM8 10l3-6m5 6-3-6",
  bookmark: "M7 4h10v16l-5-4-5 4z",
  calendar: "M4 6h16v14H4zm0 5h16M8 3v5m8-5v5",
  check: "m8 12 3 3 5-6M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  clipboard: "M9 5H6v16h12V5h-3M9 3h6v4H9zm0 11 2 2 4-4",
  gear: "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zm0-12v3m0 12v3m9-9h-3M6 12H3m15.400-6.400-2.100 2.100m-8.600 8.600-2.100 2.100m0-12.800 2.100 2.100m8.600 8.600 2.100 2.100",
  grid: "M4 4h6v6H4zm10 0h6v6h-6zM4 14h6v6H4zm10 0h6v6h-6z",
  house: "m4 11 8-7 8 7v9h-5v-6H9v6H4z",
  people:
    "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zm-6.500 9a6.500 6.500 0 0 1 13 0M16 4.200a3.500 3.500 0 0 1 0 6.600m2.500 3.200a6.500 6.500 0 0 1 3 6",
  person: "M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-8 10a8 8 0 0 1 16 0",
  plus: "M12 8v8m-4-4h8m-4 9a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  pot: "M8 4h8M9 4c0 3-4 4-4 9a7 7 0 0 0 14 0c0-5-4-6-4-9M5 12c2.300 2 4.700-1.500 7 0s4.700 2 7 0",
  receipt: "M6 3h12v18l-3-2-3 2-3-2-3 2zm3 5h6m-6 4h6",
};

export type IconName = keyof typeof PATHS;

/** An icon beside a text that says the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
