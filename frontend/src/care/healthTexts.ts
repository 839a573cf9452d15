import type { ResponseBody } from "../shared/api/types";

type Sheet = ResponseBody<"GET", "/care/{id}">;
export type HealthTexts = Pick<Sheet, "allergies" | "whatToDo" | "medication" | "needs" | "diet" | "doctor">;
/** Null: not known. */
export type KnownTexts = { [name in keyof HealthTexts]: string | null };

/** The texts of a care sheet, in the order in which they are read at the door. */
const LABELS: readonly (readonly [key: keyof HealthTexts, label: string])[] = [
  ["allergies", "Allergies and conditions"],
  ["whatToDo", "What to do"],
  ["medication", "Medication"],
  ["needs", "Special needs"],
  ["diet", "Diet"],
  ["doctor", "Doctor"],
];

/** What stands in place of the texts of a care sheet that the site can't decrypt. */
export const UNREADABLE = "This sheet can't be read. Call the office.";

/** The texts of a care sheet that say something, with their labels. */
export function filledTexts(texts: KnownTexts): (readonly [label: string, text: string])[] {
  return LABELS.map(([key, label]) => [label, texts[key] ?? ""] as const).filter(([, text]) => text !== "");
}
