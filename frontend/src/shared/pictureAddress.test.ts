import { sourcesOf } from "./pictureAddress";

test.each([
  ["/media/classes/throw-a-bowl-edcde62e0e-w1200.webp", "/media/classes/throw-a-bowl-edcde62e0e"],
  [
    "https://pictures.camp.example/classes/0123456789abcdef-w960.webp",
    "https://pictures.camp.example/classes/0123456789abcdef",
  ],
])("a picture that the server keeps in several sizes is offered in all: %s", (address, stem) => {
  const width = address.match(/-w(\d+)/)?.[1];
  expect(sourcesOf(address)).toBe(`${stem}-w480.webp 480w, ${stem}-w800.webp 800w, ${address} ${width}w`);
});

test.each([
  "/media/classes/0123456789abcdef.webp",
  "https://pictures.example/holiday-w1200.webp",
  "https://pictures.example/0123456789abcdef-w1200.jpg",
  "",
])("any other stays as it is: %s", (address) => {
  expect(sourcesOf(address)).toBeUndefined();
});
