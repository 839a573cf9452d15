import { screen, waitFor, within } from "@testing-library/react";
import { aClass } from "../testing/builders";
import { api } from "../testing/fakeApi";
import { renderAt } from "../testing/renderAt";

const clay = aClass({ nameClass: "Clay Animals", instructorName: "Rosa", price: 45.5, seats: 6 });
const glass = aClass({ nameClass: "Stained Glass", instructorName: "Tomasz", price: 89, seats: 0 });
const paper = aClass({
  nameClass: "Paper Valleys",
  instructorName: "Rosa",
  price: 0,
  seats: 2,
  description: "",
});

const card = (name: string) => screen.findByRole("article", { name });
const shown = () =>
  screen.getAllByRole("article").map((each) => within(each).getByRole("heading").textContent);

beforeEach(() => api.answer("GET /classes", [clay, glass, paper]));

test("a card shows picture, name, price, instructor, available seats and the button", async () => {
  await renderAt("/all-classes");
  const shownCard = within(await card("Clay Animals"));
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("All Classes");
  expect(document.title).toBe("All Classes | Craft Camp");
  expect(shownCard.getByText("$45.50")).toBeVisible();
  expect(shownCard.getByText("with Rosa")).toBeVisible();
  expect(shownCard.getByText(/Available seats:/)).toHaveTextContent("Available seats: 6");
  expect(shownCard.getByRole("button", { name: "Select" })).toBeEnabled();
  expect((await card("Clay Animals")).querySelector("img")).toHaveAttribute("src", clay.image);
  expect(screen.getByText("3 classes")).toBeVisible();
});

test("a full class is shaded, says that it is sold out, and cannot be selected", async () => {
  await renderAt("/all-classes");
  const full = await card("Stained Glass");
  expect(full).toHaveClass("sold-out");
  expect(within(full).getByText("Sold out")).toBeVisible();
  const button = within(full).getByRole("button", { name: "Select" });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription("Stained Glass This class is sold out.");
  expect(await card("Clay Animals")).not.toHaveClass("sold-out");
});

test("the description comes when it is asked for", async () => {
  const { user } = await renderAt("/all-classes");
  const clayCard = within(await card("Clay Animals"));
  expect(clayCard.getByText(clay.description)).not.toBeVisible();
  await user.click(clayCard.getByText("About this class"));
  expect(clayCard.getByText(clay.description)).toBeVisible();
  expect(within(await card("Paper Valleys")).queryByText("About this class")).toBeNull();
});

test("a search is counted, and stands in the address", async () => {
  const { user, at } = await renderAt("/all-classes");
  await card("Clay Animals");
  await user.type(screen.getByRole("searchbox", { name: "Search by class or instructor" }), "rosa");
  await waitFor(() => expect(shown()).toEqual(["Clay Animals", "Paper Valleys"]));
  expect(screen.getByText("2 of 3 classes")).toHaveAttribute("role", "status");
  await user.click(screen.getByRole("checkbox", { name: "Only with free seats" }));
  await user.type(screen.getByRole("spinbutton", { name: "Price up to ($)" }), "20");
  await user.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Name");
  await waitFor(() => expect(at().search).toBe("?q=rosa&seats=free&up-to=20&sort=name"));
  expect(shown()).toEqual(["Paper Valleys"]);
});

test("an address says what to show, and going back says it again", async () => {
  const { router, user } = await renderAt("/all-classes?q=glass");
  expect(await card("Stained Glass")).toBeVisible();
  expect(shown()).toHaveLength(1);
  await user.click(within(screen.getByRole("navigation", { name: "Main" })).getByText("All Classes"));
  await waitFor(() => expect(shown()).toHaveLength(3));
  await waitFor(() => router.navigate(-1));
  await waitFor(() => expect(shown()).toEqual(["Stained Glass"]));
  expect(screen.getByRole("searchbox")).toHaveValue("glass");
});

test("a search without a match leads back to all classes", async () => {
  const { user } = await renderAt("/all-classes?q=welding");
  expect(await screen.findByRole("heading", { name: "No class matches" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show all classes" }));
  await waitFor(() => expect(shown()).toHaveLength(3));
});

test("without classes it says what to do", async () => {
  api.answer("GET /classes", []);
  await renderAt("/all-classes");
  expect(await screen.findByRole("heading", { name: "No classes yet" })).toBeVisible();
  expect(screen.getByRole("link", { name: "meet the instructors" })).toHaveAttribute(
    "href",
    "/all-instructors",
  );
});

test("a failure is told, and can be tried again", async () => {
  api.refuse("GET /classes", 503, "database_down", "The site is having a rest.");
  const { user } = await renderAt("/all-classes");
  expect(await screen.findByRole("alert")).toHaveTextContent("The site is having a rest.");
  api.answer("GET /classes", [clay]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await card("Clay Animals")).toBeVisible();
});
