/** Lets the browser save `content` as a file called `name`. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser still reads from the address for a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
