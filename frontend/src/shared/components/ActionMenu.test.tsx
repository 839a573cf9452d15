import { render, screen } from "@testing-library/react";
import { setUpUser } from "../../testing/setUpUser";
import { ActionMenu } from "./ActionMenu";

test("runs an action by keyboard, and returns the focus to the button of the menu", async () => {
  const [move, cancel] = [jest.fn(), jest.fn()];
  const user = setUpUser();
  const actions = [
    { label: "Move", run: move },
    { label: "Cancel seat", run: cancel },
  ];
  render(<ActionMenu name="Looms for Mia" actions={actions} />);
  const button = screen.getByRole("button", { name: "Change Looms for Mia" });
  await user.tab();
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute("aria-expanded", "false");
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(cancel).toHaveBeenCalledTimes(1);
  expect(move).not.toHaveBeenCalled();
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute("aria-expanded", "false");
});

test("renders nothing without actions", () => {
  const { container } = render(<ActionMenu name="Looms" actions={[]} />);
  expect(container).toBeEmptyDOMElement();
});
