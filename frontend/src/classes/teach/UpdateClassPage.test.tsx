import { act, screen, waitFor } from "@testing-library/react";
import { keepInStorage } from "../../shared/storage";
import { aReviewedClass } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { aPictureFile } from "../../testing/fakes/fakeUpload";
import { expectRedirectHome, findToast, instructor, renderAt, student } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";

const MY_CLASSES = "GET /myClasses/instructor%40camp.example";

type User = Awaited<ReturnType<typeof renderAt>>["user"];

const PICTURE_URL = "/media/classes/clay-birds.webp";
const openPage = (id = "7") => renderAt(`/dashboard/update-class/${id}`, instructor);
const submit = (user: User) => user.click(screen.getByRole("button", { name: "Update Class" }));

beforeEach(() => {
  api.respond("POST /images", { success: true, data: { display_url: PICTURE_URL } });
  api.respond(MY_CLASSES, []);
});

test("names the children who no longer fit the ages", async () => {
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", status: "Approved" }));
  const noLongerFit = [
    { childName: "Mia", age: 7, state: "enrolled" as const },
    { childName: "Leo", age: null, state: "waiting" as const },
  ];
  api.respond("PUT /classes/7", { modifiedCount: 1, noLongerFit });
  const { user } = await openPage();
  await user.type(await screen.findByLabelText("Class Name"), "!");
  await submit(user);
  const names = "Mia (age 7) and Leo (no date of birth, on the waitlist)";
  expect(
    await findToast(`These children no longer fit the ages: ${names}. Please talk to their families.`),
  ).toBeVisible();
});

test("starts with the values of the class, and sends the changes with the displayed enrollment count", async () => {
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", status: "Approved" }));
  api.respond("PUT /classes/7", { modifiedCount: 1, noLongerFit: [] });
  const { user, at } = await openPage();
  const name = await screen.findByLabelText("Class Name");
  expect(name).toHaveValue("Clay Animals");
  expect(screen.getByLabelText("Available Seats")).toHaveValue("6");
  expect(screen.getByLabelText("Price")).toHaveValue("45.50");
  expect(screen.getByLabelText("Image URL")).toHaveValue("http://camp.test/static/pictures/clay.webp");
  expect(screen.getByLabelText("Description (optional)")).toHaveValue("Pinch, coil and glaze a small zoo.");
  await user.clear(name);
  await user.type(name, "Clay Birds");
  await submit(user);
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-classes"));
  expect(api.requests("PUT /classes/7")[0]?.body).toEqual({
    nameClass: "Clay Birds",
    description: "Pinch, coil and glaze a small zoo.",
    image: "http://camp.test/static/pictures/clay.webp",
    price: 45.5,
    earlyPrice: null,
    earlyUntil: null,
    seats: 6,
    craft: null,
    place: "",
    bring: "",
    ageFrom: null,
    ageTo: null,
    lessons: [],
    season: null,
    minSeats: null,
    enroll: 4,
  });
  expect(
    screen.getByText("Good job! Your Class is Updated Successfully.", { selector: ".toast *" }),
  ).toBeVisible();
});

test("shows the values of the other class when the user navigates to it", async () => {
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", nameClass: "Clay" }));
  api.respond("GET /myClass/8", aReviewedClass({ _id: "8", nameClass: "Paper", description: "" }));
  const { router } = await openPage("7");
  const navigateTo = (to: string) => act(() => router.navigate(to));
  expect(await screen.findByLabelText("Class Name")).toHaveValue("Clay");
  await navigateTo("/dashboard/update-class/8");
  await waitFor(() => expect(screen.getByLabelText("Class Name")).toHaveValue("Paper"));
  expect(screen.getByLabelText("Description (optional)")).toHaveValue("");
});

describe("with a response that the page of the class has cached", () => {
  /** Opens the page of the class, and some minutes later the form. */
  async function openPageThenForm({ minutes = 0 } = {}) {
    api.respond("GET /myClass/7", aReviewedClass({ _id: "7", nameClass: "Clay" }));
    const view = await renderAt("/dashboard/classes/7", instructor, { sharesResponses: true });
    const navigateTo = (to: string) => act(() => view.router.navigate(to));
    expect(await screen.findByRole("heading", { name: "Clay" })).toBeVisible();
    await advanceTime({ minutes });
    await navigateTo("/dashboard/update-class/7");
    return { ...view, navigateTo, name: await screen.findByLabelText("Class Name") };
  }

  test("starts with the current values, also after the class was updated", async () => {
    const { user, name, navigateTo } = await openPageThenForm();
    api.respond("PUT /classes/7", { modifiedCount: 1, noLongerFit: [] });
    api.respond("GET /myClass/7", aReviewedClass({ _id: "7", nameClass: "Clay Birds" }));
    await user.type(name, " Birds");
    await submit(user);
    await screen.findByRole("heading", { name: "My Classes" });
    await navigateTo("/dashboard/update-class/7");
    expect(await screen.findByLabelText("Class Name")).toHaveValue("Clay Birds");
    await navigateTo("/dashboard/classes/7");
    expect(await screen.findByRole("heading", { name: "Clay Birds" })).toBeVisible();
  });

  test("restores what the instructor had typed, also when the response is old", async () => {
    keepInStorage("draft:instructor@camp.example:class-7", { nameClass: "Clay Birds" }, 1);
    await openPageThenForm({ minutes: 6 });
    await advanceTime({ seconds: 1 });
    expect(screen.getByLabelText("Class Name")).toHaveValue("Clay Birds");
  });
});

test.each([
  ["Class Name", "Class Name - is required"],
  ["Available Seats", "Available Seats - is required"],
  ["Price", "Price - is required"],
])("requires %s", async (label, message) => {
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7" }));
  const { user } = await openPage();
  await user.clear(await screen.findByLabelText(label));
  await submit(user);
  expect(await screen.findByText(message)).toBeVisible();
  expect(api.requests("PUT /classes/7")).toEqual([]);
});

test("replaces the image URL with the URL of an uploaded picture", async () => {
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7" }));
  const { user } = await openPage();
  await user.upload(await screen.findByLabelText("Upload a new picture"), aPictureFile());
  await waitFor(() => expect(screen.getByLabelText("Image URL")).toHaveValue(PICTURE_URL));
});

test("shows the feedback of a denied class, and says that the change resubmits it", async () => {
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", status: "Denied", feedback: "Too dear." }));
  api.respond("PUT /classes/7", { modifiedCount: 1, noLongerFit: [] });
  const { user } = await openPage();
  expect(await screen.findByText("Too dear.")).toBeVisible();
  await user.clear(screen.getByLabelText("Price"));
  await user.type(screen.getByLabelText("Price"), "20");
  await submit(user);
  expect(
    await screen.findByText(
      "Good job! Your Class is Updated Successfully. It has been sent for approval again.",
      { selector: ".toast *" },
    ),
  ).toBeVisible();
});

test("stays on the page with a warning if nothing was changed", async () => {
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7" }));
  api.respond("PUT /classes/7", { modifiedCount: 0, noLongerFit: [] });
  const { user, at } = await openPage();
  await screen.findByLabelText("Class Name");
  await submit(user);
  expect(await screen.findByText(/^There's nothing to update/, { selector: ".toast *" })).toBeVisible();
  expect(at().pathname).toBe("/dashboard/update-class/7");
});

test("shows the server's error at the seats, with advice, if more seats are taken", async () => {
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7" }));
  api.fail("PUT /classes/7", 409, "seats_held", "More seats than that are taken.", {
    fields: { seats: ["5 seats are taken, offered to the waitlist or being paid for right now."] },
  });
  const { user } = await openPage();
  await screen.findByLabelText("Class Name");
  await submit(user);
  expect(
    await screen.findByText(
      "5 seats are taken, offered to the waitlist or being paid for right now. Offer more seats, or try again later.",
    ),
  ).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Available Seats")).toHaveFocus());
});

test("shows a not-found message for a class of another instructor", async () => {
  api.fail("GET /myClass/7", 404, "not_found", "We couldn't find this. It may no longer be available.");
  await openPage();
  expect(await screen.findByText("We can't find this class.")).toBeVisible();
  expect(screen.getByRole("link", { name: "See my classes" })).toBeVisible();
});

test("shows an error and retries if the class cannot be loaded", async () => {
  api.fail("GET /myClass/7", 503, "database_unavailable", "The site is very busy.");
  const { user } = await openPage();
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7" }));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByLabelText("Class Name")).toHaveValue("Clay Animals");
});

test("redirects a student to the home page", async () => {
  await expectRedirectHome("/dashboard/update-class/7", student);
});

test("shows why a class was withdrawn instead of the form", async () => {
  const withdrawn = {
    status: "Denied" as const,
    withdrawnAt: "2026-07-04T15:00:00Z",
    feedback: "The roof leaks.",
  };
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", ...withdrawn }));
  await renderAt("/dashboard/update-class/7", instructor);
  expect(await screen.findByText("Withdrawn on Jul 4, 2026")).toBeVisible();
  expect(screen.getByText("The roof leaks.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Update Class" })).toBeNull();
  expect(screen.getByRole("link", { name: "Duplicate this class" })).toHaveAttribute(
    "href",
    "/dashboard/add-class?duplicate=7",
  );
});
