import { useMedia } from "../../shared/hooks/useMedia";

/** How many weeks fit on the screen, by the breakpoints of the page. */
export function useColumns(): number {
  const fitting = [
    useMedia("(min-width: 768px)"),
    useMedia("(min-width: 992px)"),
    useMedia("(min-width: 1200px)"),
  ];
  return 1 + fitting.filter(Boolean).length;
}
