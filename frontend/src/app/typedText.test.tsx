import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { aChild, aClassPage, aClassWaitlistEntry, aReviewedClass } from "../testing/builders";
import { api } from "../testing/fakes/fakeApi";
import { findFamilySheet } from "../testing/familySheet";
import { acceptLogin, admin, renderAt, student, submitLogin, type TestUser } from "../testing/renderAt";
import { waitForLazy } from "../testing/time";

const mia = aChild({ _id: "3", name: "Mia" });
const tom = aClassWaitlistEntry({ _id: "9", name: "Tom", position: 2 });

interface Dialog {
  user: TestUser;
  path: string;
  /** The menu with that button, if it is in one. */
  menu?: string;
  /** The button that opens the dialog. */
  button: string | RegExp;
  title: string;
  label: string;
  text: string;
  submit: string;
  /** Serves what the page shows. */
  serve: () => void;
}

const pendingClass = () => {
  api.respond("GET /classes", [aReviewedClass({ _id: "7", nameClass: "Clay" })]);
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", nameClass: "Clay" }));
};
const approvedClass = () =>
  api.respond("GET /classes", [aReviewedClass({ _id: "7", nameClass: "Clay", status: "Approved" })]);
const previewWithdrawal = () =>
  api.respond("PATCH /classes/withdrawn/7", {
    ...{ modifiedCount: 0, seats: 4, amount: 0, owedByHand: 0, unreached: [] },
    owed: { cards: 0, amount: 0 },
  });
const children = () => api.respond("GET /children", [mia]);
const MANAGE = "/dashboard/manage-classes?view=cards";
const DENIAL = {
  title: "Class Denied! Write Your Feedback Here",
  label: "Feedback",
  submit: "Deny and Send",
};

const DIALOGS: Record<string, Dialog> = {
  "a new child": {
    user: student,
    path: "/dashboard/my-children",
    button: "Add a child",
    title: "Add a child",
    label: "Name",
    text: "Tom",
    submit: "Add child",
    serve: children,
  },
  "a change of a child": {
    user: student,
    path: "/dashboard/my-children",
    button: "Edit Mia",
    title: "Change Mia's details",
    label: "Name",
    text: "Mia Lou",
    submit: "Save",
    serve: children,
  },
  feedback: {
    user: admin,
    path: MANAGE,
    button: "Send Feedback Clay",
    ...DENIAL,
    text: "Add a date.",
    serve: pendingClass,
  },
  "a denial on the review page": {
    user: admin,
    path: "/dashboard/manage-classes/7",
    button: "Deny Clay",
    ...DENIAL,
    text: "Add a date.",
    serve: pendingClass,
  },
  "a withdrawal": {
    user: admin,
    path: MANAGE,
    menu: "Change Clay",
    button: "Withdraw",
    title: "Withdraw “Clay”?",
    label: "Reason",
    text: "The kiln broke.",
    submit: "Withdraw Class",
    serve: () => {
      approvedClass();
      previewWithdrawal();
    },
  },
  "another instructor": {
    user: admin,
    path: MANAGE,
    menu: "Change Clay",
    button: "Change instructor",
    title: "Who teaches “Clay”?",
    label: "New instructor",
    text: "5",
    submit: "Change Instructor",
    serve: () => {
      approvedClass();
      const rosa = { _id: "5", name: "Rosa", email: "rosa@camp.example", photo: "", bio: "" };
      api.respond("GET /instructors", [{ ...rosa, role: "instructor" }]);
    },
  },
  "the next offer": {
    user: admin,
    path: "/dashboard/classes/7?tab=waitlist",
    button: "Offer next to Tom",
    title: "Offer the next seat?",
    label: "Reason",
    text: "A twin.",
    submit: "Offer Next",
    serve: () => {
      pendingClass();
      api.respond("GET /classes/7/waitlist", [tom]);
    },
  },
};

async function openDialog({ user: as, path, menu, button, title, label, text, serve }: Dialog) {
  serve();
  const view = await renderAt(path, as);
  if (menu) await view.user.click(await screen.findByRole("button", { name: menu }));
  await view.user.click(await screen.findByRole("button", { name: button }));
  const dialog = within(await screen.findByRole("dialog", { name: title }));
  fireEvent.change(await dialog.findByLabelText(label), { target: { value: text } });
  return { ...view, dialog };
}

const CALLS = [
  "POST /children",
  "PUT /children/3",
  "PATCH /classes/denied/7",
  "PATCH /classes/withdrawn/7",
  "PATCH /classes/7/instructor",
  "POST /waitlist/9/offer",
] as const;

describe.each(Object.entries(DIALOGS))("a dialog with typed text: %s", (_name, dialog) => {
  test("opens with the text after the next login, if the session ends", async () => {
    const { user, at, dialog: shown } = await openDialog(dialog);
    for (const call of CALLS) api.fail(call, 401, "not_authenticated", "Log in first.");
    api.fail("POST /jwt", 401, "not_authenticated", "Log in first.");
    await user.click(shown.getByRole("button", { name: dialog.submit }));
    await waitFor(() => expect(at().pathname).toBe("/login"));
    const main = within(screen.getByRole("main"));
    expect(main.getByText("Your session has ended. Please log in again.")).toBeVisible();
    acceptLogin(dialog.user);
    previewWithdrawal();
    await submitLogin(user, dialog.user);
    const reopened = within(await screen.findByRole("dialog", { name: dialog.title }));
    expect(await reopened.findByLabelText(dialog.label)).toHaveValue(dialog.text);
  });

  test("asks before the user leaves the page", async () => {
    const { router, at } = await openDialog(dialog);
    const { pathname } = at();
    await act(() => router.navigate("/"));
    expect(await screen.findByRole("dialog", { name: "Leave this page?" })).toBeVisible();
    expect(at().pathname).toBe(pathname);
  });
});

describe("the sheet for the family", () => {
  beforeAll(() => import("../accounts/children/ChildForm"));

  test("opens with the typed child after the next login, if the session ends", async () => {
    children();
    api.respond("GET /classes/7", aClassPage({ _id: "7", nameClass: "Clay" }));
    api.respond("GET /crafts", []);
    api.respond("GET /classes", []);
    api.respond(`GET /selectClass?email=${encodeURIComponent(student.email)}`, []);
    api.respond(`GET /enrolledStudent/${encodeURIComponent(student.email)}`, []);
    const { user, at } = await renderAt("/all-classes/7", student);
    await user.click(await screen.findByRole("button", { name: /^Select / }));
    const sheet = await findFamilySheet();
    await user.click(sheet.getByRole("button", { name: "Add a child" }));
    await waitForLazy();
    await user.type(await sheet.findByLabelText("Name"), "Tom");
    api.fail("POST /children", 401, "not_authenticated", "Log in first.");
    api.fail("POST /jwt", 401, "not_authenticated", "Log in first.");
    await user.click(sheet.getByRole("button", { name: "Add child" }));
    await waitFor(() => expect(at().pathname).toBe("/login"));
    acceptLogin(student);
    await submitLogin(user, student);
    const reopened = await findFamilySheet();
    await waitForLazy();
    expect(await reopened.findByLabelText("Name")).toHaveValue("Tom");
    expect(at().pathname).toBe("/all-classes/7");
  });
});

describe("what is typed before a reload", () => {
  beforeAll(() => import("../accounts/children/ChildForm"));

  test("is in the form for a new account again, without passwords", async () => {
    const { user, unmount } = await renderAt("/register");
    await user.type(screen.getByLabelText("Name"), "Nora");
    await user.type(screen.getByLabelText("Email"), "nora@camp.example");
    await user.type(screen.getByLabelText("Password"), "Camp-2003!");
    fireEvent(window, new Event("pagehide"));
    unmount();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain("Camp-2003!");
    await renderAt("/register");
    expect(screen.getByLabelText("Name")).toHaveValue("Nora");
    expect(screen.getByLabelText("Email")).toHaveValue("nora@camp.example");
    expect(screen.getByLabelText("Password")).toHaveValue("");
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
  });

  test("of a new account doesn't change who logs in with the same address", async () => {
    const { user, unmount } = await renderAt("/register");
    await user.type(screen.getByLabelText("Name"), "Nora");
    await user.type(screen.getByLabelText("Email"), student.email);
    fireEvent(window, new Event("pagehide"));
    unmount();
    acceptLogin(student);
    const view = await renderAt("/login");
    await submitLogin(view.user, student);
    await screen.findByRole("button", { name: "Log Out" });
    expect(api.requests("POST /users")).toEqual([]);
  });

  test("and what is ticked is in the sheet for the family again", async () => {
    api.respond("GET /children", [aChild({ _id: "31", name: "Mia" }), aChild({ _id: "32", name: "Tom" })]);
    api.respond("GET /classes/7", aClassPage({ _id: "7", nameClass: "Clay" }));
    api.respond("GET /crafts", []);
    api.respond("GET /classes", []);
    api.respond(`GET /selectClass?email=${encodeURIComponent(student.email)}`, []);
    api.respond(`GET /enrolledStudent/${encodeURIComponent(student.email)}`, []);
    const { user, unmount } = await renderAt("/all-classes/7", student);
    await user.click(await screen.findByRole("button", { name: /^Select / }));
    const sheet = await findFamilySheet();
    await user.click(await sheet.findByRole("checkbox", { name: /^Tom/ }));
    await user.click(sheet.getByRole("button", { name: "Add a child" }));
    await waitForLazy();
    await user.type(await sheet.findByLabelText("Name"), "Eva");
    expect(sheet.getAllByRole("button", { name: "Cancel" })).toHaveLength(1);
    fireEvent(window, new Event("pagehide"));
    unmount();
    await renderAt("/all-classes/7", student);
    const again = await findFamilySheet();
    expect(await again.findByRole("checkbox", { name: /^Tom/ })).toBeChecked();
    expect(again.getByRole("checkbox", { name: /^Mia/ })).not.toBeChecked();
    expect(await again.findByLabelText("Name")).toHaveValue("Eva");
  });
});

describe("what is typed before the browser leaves the page and comes back to it", () => {
  test("is not kept once it is saved", async () => {
    const { user, dialog } = await openDialog(DIALOGS["a new child"] as Dialog);
    fireEvent(window, new Event("pagehide"));
    fireEvent(window, Object.assign(new Event("pageshow"), { persisted: true }));
    api.respond("POST /children", { insertedId: "4" }, 201);
    await user.click(dialog.getByRole("button", { name: "Add child" }));
    await waitFor(() => expect(api.requests("POST /children")).toHaveLength(1));
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
  });
});

describe("a public form", () => {
  test("asks before a visitor leaves the registration", async () => {
    const { user, at } = await renderAt("/register");
    await user.type(screen.getByLabelText("Name"), "Nora");
    await user.click(within(screen.getByRole("main")).getByRole("link", { name: "Log in" }));
    const question = within(await screen.findByRole("dialog", { name: "Leave this page?" }));
    await user.click(question.getByRole("button", { name: "Stay here" }));
    expect(at().pathname).toBe("/register");
    await waitFor(() => expect(screen.getByLabelText("Name")).toHaveValue("Nora"));
  });

  test.each(["/login", "/reset-password"])(
    "asks nothing on %s, where only an address is typed",
    async (path) => {
      const { user, at, router } = await renderAt(path);
      await user.type(screen.getByLabelText("Email"), "nora@camp.example");
      await act(() => router.navigate("/register"));
      expect(at().pathname).toBe("/register");
    },
  );
});
