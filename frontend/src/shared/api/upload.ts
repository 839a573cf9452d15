/** An upload without any progress for this long is aborted. */
const STALL_TIMEOUT_MS = 60_000;

interface Upload {
  method: string;
  headers: Headers;
  body: FormData | string | undefined;
}

export interface UploadOptions {
  /** Called with the share of the body that has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
  /** Aborts the upload. */
  signal: AbortSignal;
}

/**
 * Like `fetch`, but reports the upload progress, which `fetch` does not. There is no total timeout: a slow upload
 * continues as long as it makes progress.
 *
 * @throws TypeError if there is no response or the upload is aborted
 */
export function fetchWithProgress(
  path: string,
  { method, headers, body }: Upload,
  { onProgress, signal }: UploadOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const fail = () => {
      clearTimeout(stallTimer);
      reject(new TypeError("The upload was interrupted."));
    };
    const abort = () => xhr.abort();
    let stallTimer = setTimeout(abort, STALL_TIMEOUT_MS);
    xhr.open(method, path);
    for (const [name, value] of headers) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(abort, STALL_TIMEOUT_MS);
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    xhr.onload = () => {
      clearTimeout(stallTimer);
      resolve(responseOf(xhr));
    };
    xhr.onerror = fail;
    xhr.onabort = fail;
    signal.addEventListener("abort", abort);
    xhr.send(body);
  });
}

function responseOf(xhr: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of xhr
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  // The Response constructor rejects any body for a 204, even an empty one.
  const body = xhr.status === 204 ? null : xhr.responseText;
  return new Response(body, { status: xhr.status, headers });
}
