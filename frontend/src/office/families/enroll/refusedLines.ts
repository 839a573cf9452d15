import { asApiError } from "../../../shared/api/apiError";

/** What the server says about one participant: the seat is refused, or costs another price by now. */
export interface RefusedLine {
  childId: string | null;
  code?: string;
  message?: string;
  /** In dollars. */
  price?: number;
}

/** Returns the lines of a refusal of the desk. */
export function linesAgainst(error: unknown): readonly RefusedLine[] {
  return (asApiError(error)?.lines ?? []) as unknown as readonly RefusedLine[];
}
