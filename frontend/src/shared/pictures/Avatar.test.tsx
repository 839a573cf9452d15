import { render, screen } from "@testing-library/react";
import { Avatar } from "./Avatar";

test.each([
  ["http://camp.test/media/ida-0123456789-w1200.webp", "/media/ida-0123456789-w1200.webp"],
  ["http://camp.test.example/media/ida.webp", "http://camp.test.example/media/ida.webp"],
  ["https://pictures.example/ida.webp", "https://pictures.example/ida.webp"],
])("requests a photo of this site from the host that serves the page: %s", (url, src) => {
  render(<Avatar photo={url} name="Ida" />);
  expect(screen.getByRole("img", { name: "Ida" })).toHaveAttribute("src", src);
});
