import { screen, waitFor, within } from "@testing-library/react";
import { aChild, aClass } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { renderAt, student } from "../../testing/renderAt";

const clay = aClass({ nameClass: "Clay Animals", instructorName: "Rosa", price: 45.5, seats: 6 });
const glass = aClass({ nameClass: "Stained Glass", instructorName: "Tomasz", price: 89, seats: 0 });
const paper = aClass({
  nameClass: "Paper Valleys",
  instructorName: "Rosa",
  price: 0,
  seats: 2,
  description: "",
});

const findCard = (name: string) => screen.findByRole("article", { name });
const shownNames = () =>
  screen.getAllByRole("article").map((card) => within(card).getByRole("heading").textContent);

beforeEach(() => api.respond("GET /classes", [clay, glass, paper]));

test("shows each class with its picture, name, price, instructor, available seats and Select button", async () => {
  await renderAt("/all-classes");
  const clayCard = within(await findCard("Clay Animals"));
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("All Classes");
  expect(document.title).toBe("All Classes | Craft Camp");
  expect(clayCard.getByText("$45.50")).toBeVisible();
  expect(clayCard.getByText("with Rosa")).toBeVisible();
  expect(clayCard.getByText(/Available seats:/)).toHaveTextContent("Available seats: 6");
  expect(clayCard.getByRole("button", { name: "Select Clay Animals" })).toBeEnabled();
  expect((await findCard("Clay Animals")).querySelector("img")).toHaveAttribute(
    "src",
    "/static/pictures/clay.webp",
  );
  expect(screen.getByText("3 classes")).toBeVisible();
});

test("marks a full class as sold out and disables its Select button", async () => {
  await renderAt("/all-classes");
  const glassCard = await findCard("Stained Glass");
  expect(glassCard).toHaveClass("sold-out");
  expect(within(glassCard).getByText("Sold out")).toBeVisible();
  const button = within(glassCard).getByRole("button", { name: "Select Stained Glass" });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription("This class is sold out.");
  expect(await findCard("Clay Animals")).not.toHaveClass("sold-out");
});

test("shows the number of matches and writes the search into the URL", async () => {
  const { user, at } = await renderAt("/all-classes");
  await findCard("Clay Animals");
  await user.type(
    screen.getByRole("searchbox", { name: "Search by class, craft, place or instructor" }),
    "rosa",
  );
  await waitFor(() => expect(shownNames()).toEqual(["Clay Animals", "Paper Valleys"]));
  expect(screen.getByText("2 of 3 classes")).toHaveAttribute("role", "status");
  await user.click(screen.getByRole("checkbox", { name: "Only with available seats" }));
  await user.type(screen.getByRole("spinbutton", { name: "Maximum price ($)" }), "20");
  await user.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Name");
  await waitFor(() => expect(at().search).toBe("?q=rosa&seats=free&up-to=20&sort=name"));
  expect(shownNames()).toEqual(["Paper Valleys"]);
});

test("filters by craft, week, age and time of day, and shows days, ages and place", async () => {
  api.respond("GET /crafts", [{ slug: "clay", name: "Clay" }]);
  const bowl = {
    craft: "clay",
    firstDay: "2127-07-07",
    lastDay: "2127-07-09",
    startsAt: "2127-07-07T13:00:00Z",
    weekdays: [1, 2, 3],
    earliestTime: "09:00",
    latestTime: "12:00",
    ageFrom: 8,
    ageTo: 14,
    place: "Pottery",
  };
  api.respond("GET /classes", [clay, glass, aClass({ ...bowl, nameClass: "Throw Your First Bowl" })]);
  const { user, at } = await renderAt("/all-classes");
  const card = within(await findCard("Throw Your First Bowl"));
  expect(card.getByText("Mon – Wed, Jul 7 – 9, 2127")).toBeVisible();
  for (const fact of ["9:00 AM – 12:00 PM", "Ages 8 to 14", "Pottery"])
    expect(card.getByText(fact)).toBeVisible();
  expect(card.getByRole("link", { name: "Throw Your First Bowl" })).toBeVisible();
  await user.selectOptions(screen.getByRole("combobox", { name: "Craft" }), "Clay");
  await user.selectOptions(screen.getByRole("combobox", { name: "Week" }), "2127-07-07");
  await user.selectOptions(screen.getByRole("combobox", { name: "Time of day" }), "Mornings");
  await user.type(screen.getByRole("spinbutton", { name: "Child's age" }), "9");
  await waitFor(() => expect(shownNames()).toEqual(["Throw Your First Bowl"]));
  await waitFor(() => expect(at().search).toBe("?craft=clay&week=2127-07-07&age=9&time=morning"));
  const chips = within(screen.getByRole("list", { name: "Filters in use" }));
  expect(chips.getAllByRole("button").map(({ textContent }) => textContent?.normalize("NFKC"))).toEqual([
    "Remove filter: Clay ×",
    "Remove filter: Jul 7 – 13, 2127 ×",
    "Remove filter: Age 9 ×",
    "Remove filter: Mornings ×",
    "Clear all",
  ]);
  await user.click(chips.getByRole("button", { name: /Age 9/ }));
  await waitFor(() => expect(at().search).toBe("?craft=clay&week=2127-07-07&time=morning"));
  await user.click(chips.getByRole("button", { name: "Clear all" }));
  await waitFor(() => expect(shownNames()).toHaveLength(3));
  expect(screen.queryByRole("list", { name: "Filters in use" })).toBeNull();
});

test("in the sheet of a phone, the children are chips instead of an age to type", async () => {
  const bornOn = `${new Date().getUTCFullYear() - 9}-01-01`;
  api.respond("GET /children", [aChild({ name: "Mia", bornOn })]);
  const { user } = await renderAt("/all-classes", student);
  await screen.findByRole("group", { name: "Child's age" });
  await user.click(screen.getByRole("button", { name: "Filters" }));
  const sheet = within(screen.getByRole("dialog", { name: "Filters" }));
  expect(sheet.getByRole("button", { name: "Mia, 9" })).toBeVisible();
  expect(sheet.queryByRole("spinbutton", { name: "Child's age" })).toBeNull();
});

describe("on a phone", () => {
  const sheet = () => within(screen.getByRole("dialog", { name: "Filters" }));
  const open = async () => {
    const view = await renderAt("/all-classes?q=rosa");
    await findCard("Clay Animals");
    await view.user.click(screen.getByRole("button", { name: "Filters" }));
    return view;
  };

  test("the filters are a sheet that closes with the number of matches", async () => {
    const { user, at } = await open();
    expect(sheet().queryByRole("button", { name: "Clear all" })).toBeNull();
    await user.type(sheet().getByRole("spinbutton", { name: "Maximum price ($)" }), "20");
    await user.click(await sheet().findByRole("button", { name: "Show 1 class" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: "Filters" })).toHaveFocus();
    expect(shownNames()).toEqual(["Paper Valleys"]);
    await waitFor(() => expect(at().search).toBe("?q=rosa&up-to=20"));
  });

  test("the sheet removes all filters, and stays open", async () => {
    const { user } = await open();
    await user.click(sheet().getByRole("checkbox", { name: "Only with available seats" }));
    await user.type(sheet().getByRole("spinbutton", { name: "Maximum price ($)" }), "20");
    await user.click(sheet().getByRole("button", { name: "Clear all" }));
    expect(await sheet().findByRole("button", { name: "Show 2 classes" })).toHaveFocus();
    expect(sheet().getByRole("checkbox")).not.toBeChecked();
  });
});

test("says that a class has no dates yet", async () => {
  await renderAt("/all-classes");
  expect(within(await findCard("Clay Animals")).getByText("Dates to be announced")).toBeVisible();
});

test("offers the ages of the children in the account instead of typing", async () => {
  const bornOn = `${new Date().getUTCFullYear() - 9}-01-01`;
  api.respond("GET /children", [aChild({ name: "Mia", bornOn }), aChild({ name: "Tom", bornOn: null })]);
  const { user, at } = await renderAt("/all-classes", student);
  const group = within(await screen.findByRole("group", { name: "Child's age" }));
  const [chip, ...others] = group.getAllByRole("button");
  expect(others).toEqual([]);
  await user.click(chip as HTMLElement);
  expect(chip).toHaveAttribute("aria-pressed", "true");
  expect(chip).toHaveTextContent("Mia, 9");
  await waitFor(() => expect(at().search).toBe("?age=9"));
});

test("shows 24 classes, then 24 more, and moves the focus to the first of them", async () => {
  const many = Array.from({ length: 60 }, (_, index) => aClass({ nameClass: `Class ${index}` }));
  api.respond("GET /classes", many);
  const { user, at } = await renderAt("/all-classes");
  await findCard("Class 0");
  expect(shownNames()).toHaveLength(24);
  await user.click(screen.getByRole("button", { name: "Show 24 more" }));
  expect(shownNames()).toHaveLength(48);
  expect(screen.getByRole("article", { name: "Class 24" })).toHaveFocus();
  await waitFor(() => expect(at().search).toBe("?show=48"));
  await user.click(screen.getByRole("button", { name: "Show 12 more" }));
  expect(screen.queryByRole("button", { name: /^Show .* more$/ })).toBeNull();
});

test("reads the search from the URL, and restores it on browser back", async () => {
  const { router, user } = await renderAt("/all-classes?q=glass");
  expect(await findCard("Stained Glass")).toBeVisible();
  expect(shownNames()).toHaveLength(1);
  await user.click(within(screen.getByRole("navigation", { name: "Main" })).getByText("All Classes"));
  await waitFor(() => expect(shownNames()).toHaveLength(3));
  await waitFor(() => router.navigate(-1));
  await waitFor(() => expect(shownNames()).toEqual(["Stained Glass"]));
  expect(screen.getByRole("searchbox")).toHaveValue("glass");
});

test("offers to show all classes if none matches", async () => {
  const { user } = await renderAt("/all-classes?q=welding");
  expect(await screen.findByRole("heading", { name: "No classes match" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show all classes" }));
  await waitFor(() => expect(shownNames()).toHaveLength(3));
});

test("links to the instructors if there are no classes", async () => {
  api.respond("GET /classes", []);
  await renderAt("/all-classes");
  expect(await screen.findByRole("heading", { name: "No classes yet" })).toBeVisible();
  expect(screen.getByRole("link", { name: "meet the instructors" })).toHaveAttribute(
    "href",
    "/all-instructors",
  );
});

test("shows an error and retries if the classes cannot be loaded", async () => {
  api.fail("GET /classes", 503, "database_down", "The site is having a rest.");
  const { user } = await renderAt("/all-classes");
  expect(await screen.findByRole("alert")).toHaveTextContent("The site is having a rest.");
  api.respond("GET /classes", [clay]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await findCard("Clay Animals")).toBeVisible();
});
