import { srcSetOf } from "./url";

test.each([
  [
    "http://camp.test/media/classes/throw-a-bowl-edcde62e0e-w1200.webp",
    "http://camp.test/media/classes/throw-a-bowl-edcde62e0e",
  ],
  ["/media/classes/throw-a-bowl-edcde62e0e-w1200.webp", "/media/classes/throw-a-bowl-edcde62e0e"],
  [
    "https://pictures.camp.example/classes/0123456789abcdef-w960.webp",
    "https://pictures.camp.example/classes/0123456789abcdef",
  ],
])("lists all widths of a picture that the server stores in several widths: %s", (url, stem) => {
  const width = url.match(/-w(\d+)/)?.[1];
  expect(srcSetOf(url)).toBe(`${stem}-w480.webp 480w, ${stem}-w800.webp 800w, ${url} ${width}w`);
});

test.each([
  "/media/classes/0123456789abcdef.webp",
  "https://pictures.example/holiday-w1200.webp",
  "https://pictures.example/0123456789abcdef-w1200.jpg",
  "",
])("returns no srcset for any other picture: %s", (url) => {
  expect(srcSetOf(url)).toBeUndefined();
});
