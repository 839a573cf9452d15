import { screen, within } from "@testing-library/react";
import { aClass, aClassPage, anEnrolledClass, aSeason, aSelection, inMinutes } from "../../testing/builders";
import { NOT_ALL_AVAILABLE, openCheckout } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { findToast, renderAt, student } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";

const OPENS_AT = "2099-01-10T14:00:00Z";
const SUMMER = { season: "summer-2027", opensAt: OPENS_AT };
const SELECTED = "GET /selectClass?email=student%40camp.example";
const findCard = async (name: string) => within(await screen.findByRole("article", { name }));

beforeEach(() => api.respond("GET /seasons", [aSeason({ opensAt: OPENS_AT })]));

describe("All Classes before the opening", () => {
  test("says when registration opens, and lets a student select", async () => {
    api.respond("GET /classes", [aClass({ _id: "7", ...SUMMER })]);
    api.respond("POST /selectClass", { insertedId: "1", clashes: [] }, 201);
    const { user } = await renderAt("/all-classes", student);
    const banner = within(await screen.findByRole("region", { name: "Registration" }));
    expect(banner.getByText(/^Registration for Summer 2027 opens Sat, Jan 10, 2099, 9:00 AM/)).toBeVisible();
    expect(banner.getByRole("timer")).toHaveTextContent(/^[\d]+ days/);
    const card = await findCard("Clay Animals");
    expect(card.getByText(/^Opens Sat, Jan 10, 2099, 9:00 AM/)).toBeVisible();
    await user.click(card.getByRole("button", { name: /^Select/ }));
    const toast = await findToast(/^Clay Animals is Selected Successfully/);
    expect(within(toast).getByRole("link", { name: "See when you can pay" })).toBeVisible();
  });

  test("counts down, and then says that registration is open", async () => {
    const opensAt = inMinutes(1.5);
    api.respond("GET /seasons", [aSeason({ opensAt })]);
    api.respond("GET /classes", [aClass({ season: "summer-2027", opensAt, seats: 0 })]);
    await renderAt("/all-classes", student);
    const card = await findCard("Clay Animals");
    expect(card.getByText(/^Opens /)).toBeVisible();
    expect(await screen.findByRole("timer")).toHaveTextContent(/^1:\d\d$/);
    await advanceTime({ minutes: 1 });
    expect(screen.getByText("Registration opens in less than a minute.")).toBeInTheDocument();
    await advanceTime({ minutes: 1 });
    expect(screen.getByText("Registration for Summer 2027 is open")).toBeVisible();
    expect(card.queryByText(/^Opens /)).toBeNull();
    expect(card.getByRole("button", { name: /waitlist/ })).toBeVisible();
  });

  test("says that registration isn't open for a season that is only announced", async () => {
    api.respond("GET /seasons", [aSeason()]);
    api.respond("GET /classes", [aClass({ season: "summer-2027" })]);
    await renderAt("/all-classes");
    expect(await screen.findByText("Registration for Summer 2027 isn't open yet")).toBeVisible();
    expect((await findCard("Clay Animals")).getByText("Registration isn't open yet")).toBeVisible();
  });

  test("names the times of several seasons in one line", async () => {
    const fall = { season: "fall-2027", opensAt: null };
    api.respond("GET /seasons", [
      aSeason({ _id: "2", slug: "fall-2027", name: "Fall 2027" }),
      aSeason({ opensAt: OPENS_AT }),
    ]);
    api.respond("GET /classes", [aClass(SUMMER), aClass(fall)]);
    await renderAt("/all-classes");
    const banner = within(await screen.findByRole("region", { name: "Registration" }));
    expect(
      banner.getByText(/^Registration opens: Summer 2027 Sat, Jan 10, 2099, .+; Fall 2027 later$/),
    ).toBeVisible();
  });

  test("offers no waitlist for a class that is full, and says when it opens", async () => {
    api.respond("GET /classes", [aClass({ seats: 0, ...SUMMER })]);
    await renderAt("/all-classes", student);
    const card = await findCard("Clay Animals");
    expect(card.queryByRole("button", { name: /waitlist/ })).toBeNull();
    expect(card.getByText(/^Opens Sat, Jan 10, 2099/)).toBeVisible();
  });

  test("filters by season, with a chip", async () => {
    api.respond("GET /classes", [aClass({ nameClass: "Felt" }), aClass({ nameClass: "Clay", ...SUMMER })]);
    const { user } = await renderAt("/all-classes");
    await user.selectOptions(await screen.findByLabelText("Season"), "Summer 2027");
    expect(screen.queryByRole("article", { name: "Felt" })).toBeNull();
    await user.click(screen.getByRole("button", { name: /^Remove filter: Summer 2027/ }));
    expect(screen.getByRole("article", { name: "Felt" })).toBeVisible();
  });
});

test("shows no banner once registration is open", async () => {
  const opensAt = "2020-01-10T14:00:00Z";
  api.respond("GET /seasons", [aSeason({ opensAt })]);
  api.respond("GET /classes", [aClass({ season: "summer-2027", opensAt })]);
  await renderAt("/all-classes");
  const card = await findCard("Clay Animals");
  expect(screen.queryByRole("region", { name: "Registration" })).toBeNull();
  expect(card.queryByText(/^Opens/)).toBeNull();
});

test("says on the page of a class when it opens, also for returning families", async () => {
  api.respond("GET /classes", []);
  const campClass = aClassPage({ _id: "7", ...SUMMER, returningOpensAt: "2099-01-08T14:00:00Z" });
  api.respond("GET /classes/7", campClass);
  await renderAt("/all-classes/7");
  expect(await screen.findByText(/^Opens Sat, Jan 10, 2099, 9:00 AM/)).toBeVisible();
  expect(screen.getByText(/For returning families Thu, Jan 8, 2099, 9:00 AM/)).toBeVisible();
});

describe("My Selected Classes before the opening", () => {
  const selected = (overrides = {}) => aSelection({ ...SUMMER, opensForMe: OPENS_AT, ...overrides });

  test("says on each card when it can be paid", async () => {
    api.respond(SELECTED, [selected()]);
    await renderAt("/dashboard/my-selected-classes", student);
    const card = await findCard("Clay Animals");
    expect(card.getByText(/^Opens Sat, Jan 10, 2099, 9:00 AM/)).toBeVisible();
    expect(card.getByRole("button", { name: /\(not open yet\)$/ })).toBeDisabled();
  });

  test("says that an announced season isn't open", async () => {
    api.respond(SELECTED, [selected({ opensAt: null, opensForMe: null })]);
    await renderAt("/dashboard/my-selected-classes", student);
    expect(await screen.findByText(/^Registration isn't open yet\. Your classes stay/)).toBeVisible();
  });

  test("lets a returning family pay while others can't", async () => {
    api.respond(SELECTED, [selected({ opensForMe: null })]);
    await renderAt("/dashboard/my-selected-classes", student);
    expect((await findCard("Clay Animals")).getByRole("link", { name: /^Pay/ })).toBeVisible();
  });
});

describe("a refusal before the opening", () => {
  const MESSAGE = "Registration for this class opens on Sat, Jan 10, 2099, 9:00 AM.";
  const refused = (selectionId: string) => ({
    selectionId,
    code: "not_open_yet",
    message: MESSAGE,
    opensAt: OPENS_AT,
  });

  test("says at each class when it opens, and lets the student pay for the others", async () => {
    const [open, later] = [aSelection({ _id: "12", nameClass: "Felt" }), aSelection({ _id: "13" })];
    const lines = [refused("13")];
    api.fail("POST /orders", 409, "not_all_available", NOT_ALL_AVAILABLE, { lines });
    await openCheckout([open, later], { grantsHold: false });
    expect(await screen.findByText(MESSAGE)).toBeVisible();
    expect(screen.getByRole("link", { name: "Continue with the other class" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Join the waitlist/ })).toBeNull();
  });

  test("of a single class says when to try again", async () => {
    api.fail("POST /orders", 409, "not_all_available", NOT_ALL_AVAILABLE, { lines: [refused("12")] });
    await openCheckout([aSelection({ _id: "12" })], { grantsHold: false });
    expect(await screen.findByText(MESSAGE)).toBeVisible();
    expect(screen.getByRole("button", { name: /^Try again on Sat, Jan\s10, 2099, 9:00\sAM/ })).toBeVisible();
  });
});

test("leads from a past class to the class of the next season", async () => {
  const past = { startsAt: inMinutes(-9000), endedAt: inMinutes(-6000) };
  api.respond("GET /payments/student%40camp.example", []);
  api.respond("GET /enrolledStudent/student%40camp.example", [
    anEnrolledClass({ nameClass: "Felt", ...past, nextClassId: "9" }),
    anEnrolledClass({ nameClass: "Glass", ...past }),
    anEnrolledClass({ nameClass: "Clay", startsAt: inMinutes(-60) }),
    anEnrolledClass({ nameClass: "Looms", startsAt: inMinutes(60) }),
  ]);
  await renderAt("/dashboard/my-enrolled-classes", student);
  expect(await screen.findByRole("link", { name: "Next season: Felt" })).toHaveAttribute(
    "href",
    "/all-classes/9",
  );
  expect(screen.queryByRole("link", { name: "Next season: Glass" })).toBeNull();
  const main = within(screen.getByRole("main"));
  const headings = main.getAllByRole("heading").map(({ textContent }) => textContent);
  expect(headings.filter((text) => text !== "My Enrolled Classes")).toEqual([
    ...["Now", "Clay", "Coming", "Looms"],
    ...["Past", "Felt", "Glass"],
  ]);
});
