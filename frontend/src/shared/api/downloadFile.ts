import { request } from "./request";
import { type DownloadedFile, parseFile } from "./responses";

/** Downloads a file of this media type. @throws ApiError */
export function downloadFile(path: string, type: string, fallbackName: string): Promise<DownloadedFile> {
  return request(path, { accept: `${type}, application/json` }, parseFile(fallbackName));
}
