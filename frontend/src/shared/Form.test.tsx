import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { object, string } from "yup";
import { ApiError } from "./apiError";
import { ownDrafts, takeDraft } from "./drafts";
import { Field } from "./Field";
import { Form, SubmitButton } from "./Form";
import { PasswordField } from "./PasswordField";
import { keepBearerWith } from "./request";

const schema = object({
  name: string().default(""),
  email: string().required("Email is required."),
  password: string().required("Password is required."),
});

function show(submit: (values: unknown) => Promise<void>) {
  const view = render(
    <Form initial={{ name: "", email: "", password: "" }} schema={schema} submit={submit} draft="trial">
      <Field name="name" label="Name" />
      <Field name="email" label="Email" type="email" hint="We send nothing to it." />
      <PasswordField name="password" label="Password" typed />
      <SubmitButton>Send</SubmitButton>
    </Form>,
  );
  return { ...view, user: userEvent.setup() };
}

const fill = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(screen.getByLabelText("Email"), "sam@camp.example");
  await user.type(screen.getByLabelText("Password"), "Camp-2003!");
};

const refusal = (status: number, fields = {}) =>
  new ApiError({ status, code: "refused", message: "The server would not.", fields });

test("it says what is wrong with a field once it was touched, and ties it to the field", async () => {
  const { user } = show(async () => {});
  await user.click(screen.getByLabelText("Email"));
  await user.tab();
  expect(await screen.findByText("Email is required.")).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveAccessibleDescription(
    "We send nothing to it. Email is required.",
  );
  expect(screen.queryByText("Password is required.")).toBeNull();
});

test("it sends nothing while something is wrong, and leads to the first wrong field", async () => {
  const submit = jest.fn(async () => {});
  const { user } = show(submit);
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.getByLabelText("Email")).toHaveFocus());
  expect(submit).not.toHaveBeenCalled();
});

test("a press on the button leaves no field before it counts", async () => {
  const { user } = show(async () => {});
  await user.click(screen.getByLabelText("Email"));
  await user.pointer({ keys: "[MouseLeft>]", target: screen.getByRole("button", { name: "Send" }) });
  expect(screen.getByLabelText("Email")).toHaveFocus();
});

test("it sends what was typed", async () => {
  const submit = jest.fn(async () => {});
  const { user } = show(submit);
  await fill(user);
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() =>
    expect(submit).toHaveBeenCalledWith({ name: "", email: "sam@camp.example", password: "Camp-2003!" }),
  );
});

test("it puts a refusal onto the field that the server names", async () => {
  const { user } = show(() => Promise.reject(refusal(400, { email: ["Enter a valid email address."] })));
  await fill(user);
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Enter a valid email address.")).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Email")).toHaveFocus());
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
});

test("it shows any other refusal under the fields, and can be sent again", async () => {
  const { user } = show(() => Promise.reject(refusal(409)));
  await fill(user);
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("The server would not."));
  expect(screen.getByRole("button", { name: "Send" })).toBeEnabled();
});

test("it keeps what was typed, but no password, when the session ends meanwhile", async () => {
  ownDrafts("sam@camp.example");
  const { user } = show(() => Promise.reject(refusal(401)));
  await fill(user);
  await user.click(screen.getByRole("button", { name: "Send" }));
  await screen.findByText("The server would not.");
  expect(takeDraft("trial")).toEqual({ name: "", email: "sam@camp.example" });
  expect(takeDraft("trial")).toBeNull();
});

test("it keeps what was typed when it is taken away because the session ended", async () => {
  let person: string | null = "sam@camp.example";
  ownDrafts(person);
  const nothing = { token: () => null, renew: async () => null, end: () => {} };
  const release = keepBearerWith({ ...nothing, person: () => person });
  const { user, unmount } = show(async () => {});
  await fill(user);
  person = null;
  unmount();
  release();
  expect(takeDraft("trial")).toEqual({ name: "", email: "sam@camp.example" });
});

test("it keeps nothing when somebody just leaves the page", async () => {
  const { user, unmount } = show(async () => {});
  await fill(user);
  unmount();
  expect(takeDraft("trial")).toBeNull();
});

test("a password can be shown, and one to be typed cannot be pasted", async () => {
  const { user } = show(async () => {});
  const password = screen.getByLabelText("Password");
  await user.click(password);
  await user.paste("Camp-2003!");
  expect(password).toHaveValue("");
  expect(screen.getByRole("status")).toHaveTextContent("Pasting is off here");
  await user.type(password, "Camp-2003!");
  expect(password).toHaveValue("Camp-2003!");
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  expect(password).toHaveAttribute("type", "password");
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(password).toHaveAttribute("type", "text");
});
