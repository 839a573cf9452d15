import { screen, waitFor, within } from "@testing-library/react";
import { aClass, aUser } from "../../testing/builders";
import { api } from "../../testing/fakeApi";
import { renderAt } from "../../testing/renderAt";

const slide = () => within(document.querySelector<HTMLElement>(".carousel-item.active") as HTMLElement);

test("three slides, changed by hand, each leading on to the classes", async () => {
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

test("the slides stand still by themselves, and the first picture comes at once", async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    await renderAt("/");
    jest.advanceTimersByTime(60_000);
    expect(slide().getByRole("heading")).toHaveTextContent("Unleash Your Creativity");
  } finally {
    jest.useRealTimers();
  }
  const pictures = [...document.querySelectorAll(".hero img")];
  expect(pictures.map((each) => each.getAttribute("loading"))).toEqual(["eager", "lazy", "lazy"]);
});

test("about the school, with the way to more", async () => {
  await renderAt("/");
  expect(screen.getByRole("link", { name: "More About Us" })).toHaveAttribute("href", "/about");
});

test("popular classes and the first six instructors", async () => {
  api.answer("GET /popularClasses", [aClass({ nameClass: "Clay Animals" })]);
  const people = Array.from({ length: 8 }, (_, place) =>
    aUser({ name: `Maker ${place + 1}`, role: "instructor" }),
  );
  api.answer("GET /instructors", people);
  await renderAt("/");
  expect(await screen.findByRole("article", { name: "Clay Animals" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Popular Classes", level: 2 })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Most Popular Instructors", level: 2 })).toBeVisible();
  const makers = screen.getAllByRole("heading", { name: /^Maker/ }).map((each) => each.textContent);
  expect(makers).toEqual(["Maker 1", "Maker 2", "Maker 3", "Maker 4", "Maker 5", "Maker 6"]);
});

test("nothing to show yet leads on", async () => {
  await renderAt("/");
  expect(await screen.findByRole("heading", { name: "No classes yet" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "No instructors yet" })).toBeVisible();
});

test("each list tells its own failure", async () => {
  api.refuse("GET /popularClasses", 503, "database_down", "The classes are resting.");
  api.refuse("GET /instructors", 503, "database_down", "The instructors are resting.");
  const { user } = await renderAt("/");
  expect(await screen.findByText("The classes are resting.")).toBeVisible();
  expect(screen.getByText("The instructors are resting.")).toBeVisible();
  api.answer("GET /popularClasses", [aClass({ nameClass: "Clay Animals" })]);
  await user.click(screen.getAllByRole("button", { name: "Try again" })[0] as HTMLElement);
  expect(await screen.findByRole("article", { name: "Clay Animals" })).toBeVisible();
});
