/** Lets the browser save `content` as a file called `name`. */
export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser may still read from the URL for a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
