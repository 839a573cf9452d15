import { screen, waitFor } from "@testing-library/react";
import { anOwnClass } from "../../testing/builders";
import {
  acceptClass,
  choosePicture,
  fillIn,
  MY_CLASSES,
  openAddClass,
  openFilledForm,
  PICTURE_URL,
  submitClass,
} from "../../testing/classForm";
import { api } from "../../testing/fakes/fakeApi";
import { expectRedirectHome, student } from "../../testing/renderAt";
import type { ReviewedClass } from "../api";

beforeEach(acceptClass);

test.each([
  ["12,5", 12.5, "Each student pays $12.50."],
  ["1,250", 1250, "Each student pays $1,250.00."],
  ["0", 0, "This class is free."],
])(
  "shows how the price %s is read after the field was left, and charges that",
  async (price, charged, text) => {
    const { user } = await openAddClass();
    await fillIn(user, { price, seats: "1,000" });
    expect(screen.queryByText(text)).toBeNull();
    await choosePicture(user);
    await user.click(screen.getByLabelText("Class Name"));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByLabelText("Price")).toHaveAccessibleDescription(text);
    await submitClass(user);
    await waitFor(() => expect(api.requests("POST /classes")).toHaveLength(1));
    expect(api.requests("POST /classes")[0]?.body).toMatchObject({ price: charged, seats: 1000 });
  },
);

test("creates a class with an uploaded picture", async () => {
  const { user, at } = await openAddClass();
  await fillIn(user);
  await choosePicture(user);
  await user.type(screen.getByLabelText("Description (optional)"), "A small zoo.");
  await screen.findByText("Your picture has been uploaded.");
  expect(screen.getByRole("img", { name: "Preview of your picture" })).toHaveAttribute("src", PICTURE_URL);
  await submitClass(user);
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-classes"));
  expect(screen.getByText("The class have been added successfully", { selector: ".toast *" })).toBeVisible();
  expect(api.requests("POST /classes")[0]?.body).toEqual({
    nameClass: "Clay Animals",
    instructorName: "Ida Instructor",
    instructorEmail: "instructor@camp.example",
    seats: 12,
    price: 45.5,
    earlyPrice: null,
    earlyUntil: null,
    image: PICTURE_URL,
    description: "A small zoo.",
    craft: null,
    place: "",
    bring: "",
    ageFrom: null,
    ageTo: null,
    lessons: [],
    season: null,
    minSeats: null,
    status: "Pending",
    enroll: 0,
  });
  const form = api.requests("POST /images")[0]?.body as FormData;
  expect((form.get("image") as File).name).toBe("clay.jpg");
});

test("creates a class without a picture", async () => {
  const { user, at } = await openAddClass();
  await fillIn(user);
  await submitClass(user);
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-classes"));
  expect(api.requests("POST /classes")[0]?.body).toMatchObject({ nameClass: "Clay Animals", image: "" });
});

test("leads back without saving", async () => {
  const { user, at } = await openAddClass();
  expect(await screen.findByRole("link", { name: "Back to My Classes" })).toHaveAttribute(
    "href",
    "/dashboard/my-classes",
  );
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-classes"));
  expect(api.requests("POST /classes")).toEqual([]);
});

test("shows the instructor's name and e-mail address as read-only fields", async () => {
  await openAddClass();
  expect(await screen.findByLabelText("Instructor Name")).toHaveValue("Ida Instructor");
  expect(screen.getByLabelText("Instructor Name")).toHaveAttribute("readonly");
  expect(screen.getByLabelText("Instructor Email")).toHaveValue("instructor@camp.example");
  expect(screen.getByLabelText("Instructor Email")).toHaveAttribute("readonly");
});

test("requests numeric keyboards for the seats and the price", async () => {
  await openAddClass();
  expect(await screen.findByLabelText("Available Seats")).toHaveAttribute("inputmode", "numeric");
  expect(screen.getByLabelText("Price")).toHaveAttribute("inputmode", "decimal");
});

test("shows an error at each missing field and sends nothing", async () => {
  const { user } = await openAddClass();
  await screen.findByLabelText("Class Name");
  await submitClass(user);
  expect(await screen.findByText("Class Name - is required")).toBeVisible();
  expect(screen.getByText("Available Seats - is required")).toBeVisible();
  expect(screen.getByText("Price - is required")).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Class Name")).toHaveFocus());
  expect(api.requests("POST /classes")).toEqual([]);
});

test.each([
  ["Class Name", "x".repeat(41), "Please use 40 characters or fewer."],
  ["Available Seats", "1.5", "Please enter a whole number from 0 to 1,000."],
  ["Available Seats", "1001", "Please enter a whole number from 0 to 1,000."],
  ["Price", "0.49", "Please enter 0 for a free class, or $0.50 to $10,000, such as 45.50 or 1,250."],
  ["Price", "1.999", "Please enter 0 for a free class, or $0.50 to $10,000, such as 45.50 or 1,250."],
  ["Price", "free", "Please enter 0 for a free class, or $0.50 to $10,000, such as 45.50 or 1,250."],
])("shows an error if %s is %s", async (label, typed, message) => {
  const { user } = await openAddClass();
  await user.type(await screen.findByLabelText(label), typed);
  await user.tab();
  expect(await screen.findByText(message)).toBeVisible();
});

test("counts the characters of the name while the user types, an emoji as one character", async () => {
  const { user } = await openAddClass();
  const name = await screen.findByLabelText("Class Name");
  expect(name).toHaveAccessibleDescription("0 of 40 characters");
  await user.type(name, `${"x".repeat(39)}🎨`);
  expect(name).toHaveAccessibleDescription("40 of 40 characters");
  await user.tab();
  expect(screen.queryByText("Please use 40 characters or fewer.")).toBeNull();
});

test("accepts a price with a decimal comma, and zero seats", async () => {
  const { user, at } = await openFilledForm({ price: "7,50", seats: "0" });
  await submitClass(user);
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-classes"));
  expect(api.requests("POST /classes")[0]?.body).toMatchObject({ price: 7.5, seats: 0 });
});

test("keeps the typed values when the server fails, and can submit them again", async () => {
  api.fail("POST /classes", 503, "database_unavailable", "The site is very busy.");
  const { user, at } = await openFilledForm();
  await submitClass(user);
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  expect(screen.getByLabelText("Class Name")).toHaveValue("Clay Animals");
  api.respond("POST /classes", { insertedId: "9" }, 201);
  await submitClass(user);
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-classes"));
});

test("does not create the class twice if the response was lost", async () => {
  api.disconnect("POST /classes");
  const { user, at } = await openFilledForm();
  await submitClass(user);
  expect(await screen.findByText(/^We couldn't reach Craft Camp/)).toBeVisible();
  const [first] = api.requests("POST /classes");
  api.respond(MY_CLASSES, [anOwnClass(first?.body as Partial<ReviewedClass>)]);
  await submitClass(user);
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-classes"));
  expect(api.requests("POST /classes")).toHaveLength(1);
});

test("shows the server's error for a field at that field", async () => {
  api.fail("POST /classes", 400, "invalid", "Some of what was sent is not right.", {
    fields: { nameClass: ["Please use at least one visible character."] },
  });
  const { user } = await openFilledForm();
  await submitClass(user);
  expect(await screen.findByText("Please use at least one visible character.")).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Class Name")).toHaveFocus());
});

test("redirects a student to the home page", async () => {
  await expectRedirectHome("/dashboard/add-class", student);
});
