/** How an answer is read that is more than the JSON in it. */

/** A part of a list, and how long the list is in all. */
export interface PartOfList<Row> {
  rows: Row[];
  total: number;
}

/** The JSON of an answer, whatever it is; nothing where there is none. */
export async function jsonOf<T>(response: Response): Promise<T> {
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}

/** The rows of an answer, and the length that it names in `X-Total-Count`; by default that of what came. */
export async function partOf<Row>(response: Response): Promise<PartOfList<Row>> {
  const rows = (await response.json()) as Row[];
  const total = Number.parseInt(response.headers.get("X-Total-Count") ?? "", 10);
  return { rows, total: Number.isFinite(total) ? total : rows.length };
}

/** What is downloaded, under the name that the server gives it. */
export async function fileOf(response: Response): Promise<{ name: string | null; content: Blob }> {
  const disposition = response.headers.get("Content-Disposition") ?? "";
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? null;
  return { name, content: await response.blob() };
}
