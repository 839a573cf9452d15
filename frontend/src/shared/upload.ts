/** How long nothing may be heard of an upload before it is given up. */
const SILENCE_MS = 60_000;

interface Upload {
  method: string;
  headers: Headers;
  body: FormData | string | undefined;
}

/**
 * As `fetch`, which does not tell how much of a body has been sent. A slow connection is waited for as long as
 * something moves.
 *
 * @param onProgress told how much has been sent, from 0 to 1
 * @throws TypeError where there is no answer, as `fetch` does
 */
export function fetchWithProgress(
  path: string,
  { method, headers, body }: Upload,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const exchange = new XMLHttpRequest();
    const fail = () => {
      clearTimeout(silence);
      reject(new TypeError("The upload was cut off."));
    };
    const giveUp = () => exchange.abort();
    let silence = setTimeout(giveUp, SILENCE_MS);
    exchange.open(method, path);
    for (const [name, value] of headers) exchange.setRequestHeader(name, value);
    exchange.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENCE_MS);
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    exchange.onload = () => {
      clearTimeout(silence);
      resolve(responseOf(exchange));
    };
    exchange.onerror = fail;
    exchange.onabort = fail;
    exchange.send(body);
  });
}

function responseOf(exchange: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of exchange
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  // A body is not allowed with 204, not even an empty one.
  const body = exchange.status === 204 ? null : exchange.responseText;
  return new Response(body, { status: exchange.status, headers });
}
