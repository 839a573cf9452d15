import { render, screen } from "@testing-library/react";
import { object, string } from "yup";
import { Form } from "../../shared/forms/Form";
import { setUpUser } from "../../testing/setUpUser";
import { PasswordField } from "./PasswordField";

function renderPasswordField() {
  render(
    <Form
      initial={{ password: "" }}
      schema={object({ password: string().default("") })}
      submit={async () => {}}
    >
      <PasswordField name="password" label="Password" disablePaste />
    </Form>,
  );
}

test("rejects pasting with a message until the user types", async () => {
  const user = setUpUser();
  renderPasswordField();
  const password = screen.getByLabelText("Password");
  await user.click(password);
  await user.paste("Camp-2003!");
  expect(password).toHaveValue("");
  expect(screen.getByRole("status")).toHaveTextContent("Pasting is off here");
  await user.type(password, "Camp-2003!");
  expect(password).toHaveValue("Camp-2003!");
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

test("reveals and hides the password", async () => {
  const user = setUpUser();
  renderPasswordField();
  const password = screen.getByLabelText("Password");
  expect(password).toHaveAttribute("type", "password");
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(password).toHaveAttribute("type", "text");
  const hide = screen.getByRole("button", { name: "Hide password" });
  expect(hide).not.toHaveAttribute("aria-pressed");
  await user.click(hide);
  expect(password).toHaveAttribute("type", "password");
});
