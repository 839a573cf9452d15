/** Readers of responses that carry more than JSON. */

/** One page of a list, and the length of the whole list. */
export interface ListPage<Row> {
  rows: Row[];
  total: number;
  /** The `after` of the next page; null for the last page. */
  next: string | null;
}

/** The JSON of a response; undefined for 204. */
export async function parseJson(response: Response): Promise<unknown> {
  return response.status === 204 ? undefined : response.json();
}

/** The total is that of `X-Total-Count`, which defaults to the number of rows. */
export async function parseListPage<Row>(response: Response): Promise<ListPage<Row>> {
  const rows = (await response.json()) as Row[];
  const total = Number.parseInt(response.headers.get("X-Total-Count") ?? "", 10);
  const next = response.headers.get("X-Next-After");
  return { rows, total: Number.isFinite(total) ? total : rows.length, next };
}

/** A downloaded file. */
export interface DownloadedFile {
  name: string;
  content: Blob;
}

/** Returns a reader of a file. */
export function parseFile(fallbackName: string): (response: Response) => Promise<DownloadedFile> {
  return async (response) => {
    const disposition = response.headers.get("Content-Disposition") ?? "";
    const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? fallbackName;
    return { name, content: await response.blob() };
  };
}
