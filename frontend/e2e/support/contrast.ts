/**
 * The difference between the brightest and the darkest pixel of a picture, from 0 to 1. Runs in a page.
 *
 * @param picture a PNG in base64
 */
export async function contrastOf(picture: string): Promise<number> {
  const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  context?.drawImage(bitmap, 0, 0);
  const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
  const greens = [...pixels].filter((_, index) => index % 4 === 1);
  return (Math.max(...greens) - Math.min(...greens)) / 255;
}
