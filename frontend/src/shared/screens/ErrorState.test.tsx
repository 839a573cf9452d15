import { act, render, screen } from "@testing-library/react";
import { setUpUser } from "../../testing/setUpUser";
import { ErrorState } from "./ErrorState";

test("shows that a retry is running and ignores a second click", async () => {
  let done = () => {};
  const retry = jest.fn(() => new Promise<void>((resolve) => (done = resolve)));
  render(<ErrorState error={new Error("anything")} retry={retry} />);
  const button = screen.getByRole("button", { name: /Try again/ });
  await setUpUser().dblClick(button);
  expect(button).toHaveAttribute("aria-busy", "true");
  expect(retry).toHaveBeenCalledTimes(1);
  await act(async () => done());
  expect(button).toHaveAttribute("aria-busy", "false");
});
