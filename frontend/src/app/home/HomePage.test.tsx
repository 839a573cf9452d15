import { act, screen, waitFor, within } from "@testing-library/react";
import { aClass, aNeed, aUser } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { admin, instructor, renderAt, student } from "../../testing/renderAt";

const slide = () => within(document.querySelector<HTMLElement>(".carousel-item.active") as HTMLElement);

test("shows three slides, each with a link to the classes", async () => {
  const { user } = await renderAt("/");
  expect(document.title).toBe("Home | Craft Camp");
  const slides = [
    ["Unleash Your Creativity", "Explore the World of Art & Craft"],
    ["Transform Ordinary Materials", "Learn the Art of Up-cycling"],
    ["Master Artistic Techniques", "Develop Your Artistic Skills"],
  ] as const;
  for (const [title, subtitle] of slides) {
    await waitFor(() => expect(slide().getByRole("heading")).toHaveTextContent(title));
    expect(slide().getByText(subtitle)).toBeInTheDocument();
    expect(slide().getByText("Know More")).toHaveAttribute("href", "/all-classes");
    await user.click(screen.getByRole("button", { name: "Next slide" }));
  }
  await waitFor(() => expect(slide().getByRole("heading")).toHaveTextContent("Unleash Your Creativity"));
});

test("does not advance the slides automatically, and loads the first picture eagerly", async () => {
  await renderAt("/");
  act(() => jest.advanceTimersByTime(60_000));
  expect(slide().getByRole("heading")).toHaveTextContent("Unleash Your Creativity");
  const pictures = [...document.querySelectorAll(".hero img")];
  expect(pictures.map((element) => element.getAttribute("loading"))).toEqual(["eager", "lazy", "lazy"]);
});

test("says why a user was redirected from the page of another role", async () => {
  await renderAt("/dashboard/all-users", student);
  expect(await screen.findByText("That page is only for admins, so we've brought you here.")).toHaveAttribute(
    "role",
    "status",
  );
});

test("links to the page about the school", async () => {
  await renderAt("/");
  expect(screen.getByRole("link", { name: "More About Us" })).toHaveAttribute("href", "/about");
});

test("shows the popular classes and the first six instructors", async () => {
  api.respond("GET /popularClasses", [aClass({ nameClass: "Clay Animals" })]);
  const instructors = Array.from({ length: 8 }, (_, index) =>
    aUser({ name: `Maker ${index + 1}`, role: "instructor" }),
  );
  api.respond("GET /instructors", instructors);
  await renderAt("/");
  expect(await screen.findByRole("article", { name: "Clay Animals" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Popular Classes", level: 2 })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Most Popular Instructors", level: 2 })).toBeVisible();
  const names = screen.getAllByRole("heading", { name: /^Maker/ }).map((element) => element.textContent);
  expect(names).toEqual(["Maker 1", "Maker 2", "Maker 3", "Maker 4", "Maker 5", "Maker 6"]);
});

test.each([
  [admin, 0, "Go to your dashboard"],
  [admin, 1, "1 thing needs you"],
  [admin, 2, "2 things need you"],
  [instructor, 2, "Go to your dashboard"],
])(
  "leads staff to the dashboard, and tells the office what waits: $0.role, %d",
  async (user, waiting, name) => {
    const needs = [aNeed({ kind: "review" }), aNeed({ kind: "site_check" })];
    api.respond("GET /needs", needs.slice(0, waiting));
    await renderAt("/", user);
    expect(await screen.findByRole("link", { name })).toHaveAttribute("href", "/dashboard");
  },
);

test("leads no student to the dashboard", async () => {
  await renderAt("/", student);
  await screen.findByRole("button", { name: "Log Out" });
  expect(screen.queryByRole("link", { name: "Go to your dashboard" })).toBeNull();
});

test("shows empty states when there are no classes or instructors", async () => {
  await renderAt("/");
  expect(await screen.findByRole("heading", { name: "No classes yet" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "No instructors yet" })).toBeVisible();
});

test("shows and retries the error of each list separately", async () => {
  api.fail("GET /popularClasses", 503, "database_down", "The classes are resting.");
  api.fail("GET /instructors", 503, "database_down", "The instructors are resting.");
  const { user } = await renderAt("/");
  expect(await screen.findByText("The classes are resting.")).toBeVisible();
  expect(screen.getByText("The instructors are resting.")).toBeVisible();
  api.respond("GET /popularClasses", [aClass({ nameClass: "Clay Animals" })]);
  await user.click(screen.getAllByRole("button", { name: "Try again" })[0] as HTMLElement);
  expect(await screen.findByRole("article", { name: "Clay Animals" })).toBeVisible();
});
