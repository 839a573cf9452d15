import { File as DiskFile } from "node:buffer";

/**
 * Stands for XMLHttpRequest, which uploads use: half of the body is sent at once, the rest is answered as any call is,
 * by the fake API.
 */
export class FakeUpload {
  upload: { onprogress?: (event: Partial<ProgressEvent>) => void } = {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  status = 0;
  responseText = "";
  private method = "";
  private path = "";
  private headers = new Headers();
  private answered = new Headers();

  open(method: string, path: string): void {
    this.method = method;
    this.path = path;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  getAllResponseHeaders(): string {
    return [...this.answered].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  }

  abort(): void {
    this.onabort();
  }

  send(body: BodyInit): void {
    this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 });
    void this.exchange(body);
  }

  private async exchange(body: BodyInit): Promise<void> {
    try {
      const response = await fetch(this.path, { method: this.method, headers: this.headers, body });
      this.status = response.status;
      this.answered = response.headers;
      this.responseText = await response.text();
      this.onload();
    } catch {
      this.onerror();
    }
  }
}

/** A file to choose; jsdom's own cannot be put into a form that is sent. */
export function aDiskFile(name = "clay.jpg", type = "image/jpeg", content = "pixels"): File {
  return new DiskFile([content], name, { type }) as unknown as File;
}
