import { screen, within } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { admin, renderAt } from "../../testing/renderAt";
import { aClass, PATH, respondWithClass } from "../../testing/staffClassPage";

beforeEach(respondWithClass);

async function menuItems() {
  const { user } = await renderAt(PATH, admin);
  await user.click(await screen.findByRole("button", { name: "Change Clay" }));
  return {
    user,
    items: screen.getAllByRole("button", { name: /^(Edit|Duplicate|Review|Change i|Withdraw)/ }),
  };
}

describe("the menu of the office", () => {
  test("has what fits the class", async () => {
    const { items } = await menuItems();
    expect(items.map(({ textContent }) => textContent)).toEqual([
      "Edit",
      "Duplicate",
      "Change instructor",
      "Withdraw",
    ]);
  });

  test("leads to the review of a pending class, which can't be withdrawn", async () => {
    api.respond("GET /myClass/7", aClass({ status: "Pending" }));
    const { items } = await menuItems();
    expect(items.map(({ textContent }) => textContent)).toEqual([
      "Edit",
      "Duplicate",
      "Review",
      "Change instructor",
    ]);
  });

  test("only duplicates a withdrawn class", async () => {
    api.respond("GET /myClass/7", aClass({ status: "Denied", withdrawnAt: "2027-07-01T12:00:00Z" }));
    const { items } = await menuItems();
    expect(items.map(({ textContent }) => textContent)).toEqual(["Duplicate"]);
  });

  test("gives the class to another instructor, and shows their name", async () => {
    const rosa = { _id: "5", name: "Rosa", email: "rosa@camp.example", photo: "", bio: "" };
    api.respond("GET /instructors", [{ ...rosa, role: "instructor" }]);
    api.respond("PATCH /classes/7/instructor", { modifiedCount: 1 });
    const { user } = await menuItems();
    await user.click(screen.getByRole("button", { name: "Change instructor" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Who teaches “Clay”?" }));
    await user.selectOptions(await dialog.findByLabelText("New instructor"), "5");
    api.respond("GET /myClass/7", aClass({ instructorName: "Rosa", instructorEmail: rosa.email }));
    await user.click(dialog.getByRole("button", { name: "Change Instructor" }));
    expect(await screen.findByText(/with Rosa$/)).toBeVisible();
  });

  test("withdraws the class, which the page then shows", async () => {
    const withdrawnAt = "2027-07-06T13:30:00Z";
    api.respond("PATCH /classes/withdrawn/7", { modifiedCount: 1, seats: 0, owed: { cards: 0, amount: 0 } });
    const { user } = await menuItems();
    await user.click(screen.getByRole("button", { name: "Withdraw" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText(/reason/i), "Flood.");
    api.respond("GET /myClass/7", aClass({ status: "Denied", withdrawnAt, feedback: "Flood." }));
    await user.click(dialog.getByRole("button", { name: /^Withdraw/ }));
    expect(await screen.findByText("Withdrawn", { selector: ".badge" })).toBeVisible();
  });
});
