import { asApiError } from "../../../shared/api/errors";

/** What the server says against one seat. Without a message, the refusal is about its price. */
export interface RefusedLine {
  classId: string;
  childId: string | null;
  code?: string;
  message?: string;
}

/** Returns the lines of a refusal of the desk. */
export function linesAgainst(error: unknown): readonly RefusedLine[] {
  return (asApiError(error)?.lines ?? []) as unknown as readonly RefusedLine[];
}
