import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Picture } from "./Picture";
import { ErrorState } from "./states";

test("trying again is seen to be tried, once", async () => {
  let done = () => {};
  const retry = jest.fn(() => new Promise<void>((resolve) => (done = resolve)));
  render(<ErrorState error={new Error("anything")} retry={retry} />);
  const button = screen.getByRole("button", { name: /Try again/ });
  await userEvent.dblClick(button);
  expect(button).toHaveAttribute("aria-busy", "true");
  expect(retry).toHaveBeenCalledTimes(1);
  await act(async () => done());
  expect(button).toHaveAttribute("aria-busy", "false");
});

test("a picture that did not come is asked for again when the network is back", () => {
  render(<Picture src="/media/clay.webp" alt="Clay" />);
  act(() => void screen.getByRole("img").dispatchEvent(new Event("error")));
  expect(screen.getByRole("img", { name: "Clay" }).tagName).toBe("svg");
  act(() => void window.dispatchEvent(new Event("online")));
  expect(screen.getByRole("img", { name: "Clay" })).toHaveAttribute("src", "/media/clay.webp");
});
