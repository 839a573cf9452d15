import { File as NodeFile } from "node:buffer";

/** A fake XMLHttpRequest for uploads. It reports half of the body as sent, then calls the fake API. */
export class FakeXMLHttpRequest {
  upload: { onprogress?: (event: Partial<ProgressEvent>) => void } = {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  status = 0;
  responseText = "";
  private method = "";
  private path = "";
  private requestHeaders = new Headers();
  private responseHeaders = new Headers();

  open(method: string, path: string): void {
    this.method = method;
    this.path = path;
  }

  setRequestHeader(name: string, value: string): void {
    this.requestHeaders.set(name, value);
  }

  getAllResponseHeaders(): string {
    return [...this.responseHeaders].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  }

  abort(): void {
    this.onabort();
  }

  send(body: BodyInit): void {
    this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 });
    void this.sendToFakeApi(body);
  }

  private async sendToFakeApi(body: BodyInit): Promise<void> {
    try {
      const response = await fetch(this.path, { method: this.method, headers: this.requestHeaders, body });
      this.status = response.status;
      this.responseHeaders = response.headers;
      this.responseText = await response.text();
      this.onload();
    } catch {
      this.onerror();
    }
  }
}

/** A file for a file input. A File of jsdom cannot be sent as part of a request body. */
export function aPictureFile(name = "clay.jpg", type = "image/jpeg", content = "pixels"): File {
  return new NodeFile([content], name, { type }) as unknown as File;
}
