import { initialData } from "../shared/config";

/** Embeds responses in the page, by path, as the server does. The client does not request them for five minutes. */
export function embedInPage(responses: Record<string, unknown>): void {
  Object.assign(initialData, responses);
}

/** Removes all embedded responses. */
export function clearEmbeddedData(): void {
  for (const path of Object.keys(initialData)) delete initialData[path];
}
