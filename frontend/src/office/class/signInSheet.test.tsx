import { screen } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { instructor, renderAt } from "../../testing/renderAt";
import { aClass, CARE, MIA, PATH, ROSTER, respondWithClass, spaces } from "../../testing/staffClassPage";

beforeEach(respondWithClass);

describe("the sign-in sheet", () => {
  const child = { enrollmentId: "1", childId: "3", name: "Mia", age: 9, guardianName: "Paula Parent" };
  const texts = { whatToDo: "", medication: "", needs: "", diet: "", doctor: "", nothingToTell: false };
  const person = { relation: "aunt", phone: "555 0100", emergency: false, mayPickUp: false, barred: false };
  const mia = {
    ...texts,
    ...child,
    allergies: "Peanuts",
    guardianPhone: "555 0199",
    readable: true,
    confirmedAt: "2027-06-01T12:00:00Z",
    secondGuardians: [],
    missing: [],
    contacts: [
      { ...person, _id: "5", name: "Ben", mayPickUp: true },
      { ...person, _id: "6", name: "Ann", emergency: true },
      { ...person, _id: "7", name: "Eve", barred: true },
    ],
  };
  const cells = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => [...row.children].slice(0, 3).map(({ textContent }) => textContent));

  test("names allergies, a phone number and who may collect each child", async () => {
    window.print = jest.fn();
    api.respond(CARE, [
      mia,
      { ...mia, enrollmentId: "2", name: "Tom", allergies: "", guardianPhone: "" },
      { ...mia, enrollmentId: "3", name: "Zoe", allergies: "", confirmedAt: null, contacts: [] },
      { ...mia, enrollmentId: "4", name: "Leo", allergies: "", readable: false, contacts: [] },
    ]);
    const { user, at } = await renderAt(PATH, instructor);
    await user.click(await screen.findByRole("link", { name: "Sign-in Sheet" }));
    expect(
      await screen.findByText("Tue, Jul 6, 9:00 AM – 12:00 PM, Pottery", { normalizer: spaces }),
    ).toBeVisible();
    expect(cells()).toEqual([
      ["Mia, 9Allergies: Peanuts", "Paula Parent, 555 0199", "BenNot by Eve!"],
      ["Tom, 9Allergies: None", "Paula Parent; emergency: Ann, 555 0100", "BenNot by Eve!"],
      ["Zoe, 9Allergies: Not known", "Paula Parent, 555 0199", ""],
      ["Leo, 9This sheet can't be read. Call the office.", "Paula Parent, 555 0199", ""],
    ]);
    expect(screen.getByRole("link", { name: "Roster (4)" })).toHaveAttribute("aria-current", "page");
    await user.selectOptions(screen.getByLabelText("Sign-in sheet for"), "07");
    expect(
      await screen.findByText("Wed, Jul 7, 9:00 AM – 12:00 PM, Pottery", { normalizer: spaces }),
    ).toBeVisible();
    expect(at().search).toBe("?tab=sheet&lesson=07");
    await user.click(screen.getByRole("button", { name: "Print" }));
    expect(window.print).toHaveBeenCalledTimes(1);
  });

  test("has names only while the instructor may not read the care sheets", async () => {
    api.fail(CARE, 404, "not_found", "Not found.");
    api.respond(ROSTER, [MIA, { ...MIA, _id: "2", name: "Held", state: "held" }]);
    await renderAt(`${PATH}?tab=sheet`, instructor);
    expect(await screen.findByText(/^You can't see allergies and phone numbers right now/)).toBeVisible();
    expect(cells()).toEqual([["Mia, 9", "Paula Parent", ""]]);
  });

  test("says that there is nobody to sign in, or no lesson", async () => {
    api.respond(CARE, []);
    const { unmount } = await renderAt(`${PATH}?tab=sheet`, instructor);
    expect(await screen.findByText("Nobody to sign in yet")).toBeVisible();
    unmount();
    api.respond("GET /myClass/7", aClass({ lessons: [] }));
    await renderAt(`${PATH}?tab=sheet`, instructor);
    expect(await screen.findByText("This class has no lessons")).toBeVisible();
  });

  test("shows an error and retries", async () => {
    api.fail(CARE, 503, "database_unavailable", "The site is very busy.");
    const { user } = await renderAt(`${PATH}?tab=sheet`, instructor);
    expect(await screen.findByText("The site is very busy.")).toBeVisible();
    api.respond(CARE, [mia]);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("rowheader", { name: /^Mia, 9/ })).toBeVisible();
  });
});
