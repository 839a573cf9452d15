import { asApiError } from "../../../shared/api/apiError";

/** What the server says about one seat: it is refused, or costs another price. */
export interface RefusedLine {
  classId: string;
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
