import type { ResponseBody } from "../../../shared/api/types";
import { usePaused } from "../../../shared/hooks/usePaused";
import { useDeskQuote } from "../../api";
import type { ClassSeats } from "./seats";

export type QuotedLine = ResponseBody<"POST", "/desk/quote">["lines"][number];

const NO_LINES: readonly QuotedLine[] = [];
const PAUSE_MS = 200;

/** What the server asks for the chosen seats. It is asked again at each tick, and once the code has been typed. */
export function useQuote(userId: string, seats: readonly ClassSeats[], code: string) {
  const lines = seats.flatMap(({ campClass: { _id: classId }, chosen }) =>
    chosen.map((childId) => ({ classId, childId })),
  );
  const wanted = lines.length === 0 ? null : JSON.stringify({ userId, lines, code });
  const asked = usePaused(wanted, PAUSE_MS);
  const { data, error, mutate } = useDeskQuote(asked === null ? null : JSON.parse(asked));
  const isCurrent = asked === wanted;
  return {
    /** Empty until the server has answered for these seats. */
    lines: (isCurrent && !error && data?.lines) || NO_LINES,
    error: isCurrent && error ? error : null,
    refresh: () => void mutate(),
  };
}
