import { render, screen } from "@testing-library/react";
import { fakeSession } from "../../testing/fakes/fakeSession";
import { setUpUser } from "../../testing/setUpUser";
import { advanceTime } from "../../testing/time";
import { setAuthSession } from "../api/request";
import { UserEmailContext } from "../api/resources";
import { RecentMessages, Toasts, useToast } from "./Toasts";

function SaveButton() {
  const toast = useToast();
  return (
    <button type="button" onClick={() => toast("Saved.", "warning")}>
      Save
    </button>
  );
}

function Page({ saved = false }) {
  return (
    <Toasts>
      <h1 tabIndex={-1}>Settings</h1>
      {saved ? null : <SaveButton />}
    </Toasts>
  );
}

function renderToasts() {
  const { rerender } = render(<Page />);
  return { user: setUpUser(), removeButton: () => rerender(<Page saved />) };
}

const saveButton = () => screen.getByRole("button", { name: "Save" });
const closeButtons = () => screen.queryAllByRole("button", { name: "Close message" });

test("moves the focus from a closed toast to the next one, and then back to where it was before", async () => {
  const { user } = renderToasts();
  await user.click(saveButton());
  await user.click(saveButton());
  await user.tab();
  expect(closeButtons()[0]).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(closeButtons()).toHaveLength(1);
  expect(closeButtons()[0]).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(closeButtons()).toHaveLength(0);
  expect(saveButton()).toHaveFocus();
});

test("leaves the focus where it is when a toast closes by itself", async () => {
  const { user } = renderToasts();
  await user.click(saveButton());
  await advanceTime({ seconds: 8 });
  expect(closeButtons()).toHaveLength(0);
  expect(saveButton()).toHaveFocus();
});

test("moves the focus to the heading if the element that had it is gone", async () => {
  const { user, removeButton } = renderToasts();
  await user.click(saveButton());
  await user.tab();
  removeButton();
  await user.keyboard("{Enter}");
  expect(screen.getByRole("heading", { name: "Settings" })).toHaveFocus();
});

test("lists the recent messages of the current user only", async () => {
  const endSession = setAuthSession(fakeSession({ email: () => "sam@camp.example" }));
  const pageOf = (email: string | null) => (
    <UserEmailContext.Provider value={email}>
      <Toasts>
        <SaveButton />
        <RecentMessages />
      </Toasts>
    </UserEmailContext.Provider>
  );
  const { rerender } = render(pageOf("sam@camp.example"));
  await setUpUser().click(saveButton());
  endSession();
  expect(screen.getByText("Recent messages (1)")).toBeVisible();
  for (const email of [null, "olga@camp.example"]) {
    rerender(pageOf(email));
    expect(screen.queryByText(/^Recent messages/)).toBeNull();
  }
});
