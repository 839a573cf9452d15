import { act, render, screen } from "@testing-library/react";
import { Picture } from "./Picture";

test.each([
  ["http://camp.test/media/clay-0123456789-w1200.webp", "/media/clay-0123456789-w1200.webp"],
  ["http://camp.test.example/media/clay.webp", "http://camp.test.example/media/clay.webp"],
  ["https://pictures.example/clay.webp", "https://pictures.example/clay.webp"],
])("requests a picture of this site from the host that serves the page: %s", (url, src) => {
  render(<Picture src={url} alt="Clay" />);
  expect(screen.getByRole("img", { name: "Clay" })).toHaveAttribute("src", src);
  expect(screen.getByRole("img", { name: "Clay" }).getAttribute("srcset") ?? src).toContain(src);
});

test("reloads a failed picture when the network is back", () => {
  render(<Picture src="/media/clay.webp" alt="Clay" />);
  act(() => void screen.getByRole("img").dispatchEvent(new Event("error")));
  expect(screen.getByRole("img", { name: "Clay" }).tagName).toBe("svg");
  act(() => void window.dispatchEvent(new Event("online")));
  expect(screen.getByRole("img", { name: "Clay" })).toHaveAttribute("src", "/media/clay.webp");
});
