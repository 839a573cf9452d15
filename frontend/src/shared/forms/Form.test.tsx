import { render, screen, waitFor } from "@testing-library/react";
import { lazy, Suspense } from "react";
import { object, string } from "yup";
import { fakeSession } from "../../testing/fakes/fakeSession";
import { setUpUser } from "../../testing/setUpUser";
import { ApiError } from "../api/errors";
import { setAuthSession } from "../api/request";
import { saveDraft, setDraftOwner, takeDraft } from "./drafts";
import { Field } from "./Field";
import { Form, SubmitButton } from "./Form";

const schema = object({
  name: string().default(""),
  email: string().required("Email is required."),
  password: string().required("Password is required."),
});

function renderForm(submit: (values: unknown) => Promise<void>, name = "") {
  const view = render(
    <Form initial={{ name, email: "", password: "" }} schema={schema} submit={submit} draft="trial">
      <Field name="name" label="Name" />
      <Field name="email" label="Email" type="email" hint="We send nothing to it." />
      <Field name="password" label="Password" type="password" />
      <SubmitButton>Send</SubmitButton>
    </Form>,
  );
  return { ...view, user: setUpUser() };
}

const fill = async (user: ReturnType<typeof setUpUser>) => {
  await user.type(screen.getByLabelText("Email"), "sam@camp.example");
  await user.type(screen.getByLabelText("Password"), "Camp-2003!");
};

const apiError = (status: number, fields = {}) =>
  new ApiError({ status, code: "refused", message: "The server would not.", fields });

test("shows the error of a touched field and includes it in the accessible description", async () => {
  const { user } = renderForm(async () => {});
  await user.click(screen.getByLabelText("Email"));
  await user.tab();
  expect(await screen.findByText("Email is required.")).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveAccessibleDescription(
    "We send nothing to it. Email is required.",
  );
  expect(screen.queryByText("Password is required.")).toBeNull();
});

test("focuses the first invalid field instead of submitting", async () => {
  const submit = jest.fn(async () => {});
  const { user } = renderForm(submit);
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.getByLabelText("Email")).toHaveFocus());
  expect(submit).not.toHaveBeenCalled();
});

test("keeps the focus in the field while the submit button is pressed", async () => {
  const { user } = renderForm(async () => {});
  await user.click(screen.getByLabelText("Email"));
  await user.pointer({ keys: "[MouseLeft>]", target: screen.getByRole("button", { name: "Send" }) });
  expect(screen.getByLabelText("Email")).toHaveFocus();
});

test("submits the values", async () => {
  const submit = jest.fn(async () => {});
  const { user } = renderForm(submit);
  await fill(user);
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() =>
    expect(submit).toHaveBeenCalledWith({ name: "", email: "sam@camp.example", password: "Camp-2003!" }),
  );
});

test("shows a server error at the field that it names", async () => {
  const { user } = renderForm(() =>
    Promise.reject(apiError(400, { email: ["Enter a valid email address."] })),
  );
  await fill(user);
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Enter a valid email address.")).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Email")).toHaveFocus());
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
});

test("hides a server error when its field changes, and submits a refused value again", async () => {
  const submit = jest
    .fn(async (_values: unknown) => {})
    .mockRejectedValueOnce(apiError(400, { email: ["Enter a valid email address."] }));
  const { user } = renderForm(submit);
  await fill(user);
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(screen.getByText("Enter a valid email address.")).toBeVisible();
  await user.type(screen.getByLabelText("Email"), "s");
  expect(screen.queryByText("Enter a valid email address.")).toBeNull();
  await user.type(screen.getByLabelText("Email"), "{Backspace}");
  expect(screen.getByText("Enter a valid email address.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(submit).toHaveBeenCalledTimes(2);
  expect(screen.queryByText("Enter a valid email address.")).toBeNull();
});

test("shows any other error below the fields and allows another submit", async () => {
  const { user } = renderForm(() => Promise.reject(apiError(409)));
  await fill(user);
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("The server would not."));
  expect(screen.getByRole("button", { name: "Send" })).toBeEnabled();
});

test("saves a draft without passwords when the session ends during the submit", async () => {
  setDraftOwner("sam@camp.example");
  const { user } = renderForm(() => Promise.reject(apiError(401)));
  await fill(user);
  await user.click(screen.getByRole("button", { name: "Send" }));
  await screen.findByText("The server would not.");
  expect(takeDraft("trial")).toEqual({ email: "sam@camp.example" });
  expect(takeDraft("trial")).toBeNull();
});

test("shows a draft also if React renders the form twice before it is on the page", async () => {
  setDraftOwner("sam@camp.example");
  saveDraft("trial", { email: "sam@camp.example" });
  const Late = lazy(async () => ({ default: () => <p>Here</p> }));
  render(
    <Suspense>
      <Form
        initial={{ name: "", email: "", password: "" }}
        schema={schema}
        submit={async () => {}}
        draft="trial"
      >
        <Field name="email" label="Email" />
      </Form>
      <Late />
    </Suspense>,
  );
  expect(await screen.findByText("Here")).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveValue("sam@camp.example");
  expect(takeDraft("trial")).toBeNull();
});

/** Renders the form to a user, whose session ends after these actions. */
async function endSessionAfter(act: (user: ReturnType<typeof setUpUser>) => Promise<void>, name?: string) {
  let email: string | null = "sam@camp.example";
  setDraftOwner(email);
  const restoreSession = setAuthSession(fakeSession({ email: () => email }));
  const { user, unmount } = renderForm(async () => {}, name);
  await act(user);
  email = null;
  unmount();
  restoreSession();
}

test("saves a draft when it unmounts because the session has ended", async () => {
  await endSessionAfter(fill);
  expect(takeDraft("trial")).toEqual({ email: "sam@camp.example" });
});

test("keeps a draft when the session ends once more", async () => {
  await endSessionAfter(fill);
  await endSessionAfter(async () => {});
  expect(takeDraft("trial")).toEqual({ email: "sam@camp.example" });
});

test("restores only what the user has typed: another value may have changed elsewhere", async () => {
  await endSessionAfter(fill, "Samuel");
  renderForm(async () => {}, "Sam Married");
  expect(screen.getByLabelText("Name")).toHaveValue("Sam Married");
  expect(screen.getByLabelText("Email")).toHaveValue("sam@camp.example");
});

test("saves no draft when the user just leaves the page", async () => {
  const { user, unmount } = renderForm(async () => {});
  await fill(user);
  unmount();
  expect(takeDraft("trial")).toBeNull();
});
