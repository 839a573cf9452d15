import { act, screen, waitFor } from "@testing-library/react";
import { api } from "../testing/fakeApi";
import { aDiskFile } from "../testing/fakeUpload";
import { aReviewedClass, isSentHome, MY_CLASSES } from "../testing/managing";
import { admin, instructor, renderAt, student } from "../testing/renderAt";

type User = Awaited<ReturnType<typeof renderAt>>["user"];

const KEPT = "/media/classes/kept.webp";
const change = (id = "7") => renderAt(`/dashboard/update-class/${id}`, instructor);
const save = (user: User) => user.click(screen.getByRole("button", { name: "Update Class" }));

beforeEach(() => {
  api.answer("POST /images", { success: true, data: { display_url: KEPT } });
  api.answer(MY_CLASSES, []);
});

test("it is filled with the class, and sends what is changed with the enrolled count it showed", async () => {
  api.answer("GET /myClass/7", aReviewedClass({ _id: "7", status: "Approved" }));
  api.answer("PUT /classes/7", { modifiedCount: 1 });
  const { user, at } = await change();
  const name = await screen.findByLabelText("Class Name");
  expect(name).toHaveValue("Clay Animals");
  expect(screen.getByLabelText("Available Seats")).toHaveValue("6");
  expect(screen.getByLabelText("Price")).toHaveValue("45.50");
  expect(screen.getByLabelText("Image address")).toHaveValue("/static/pictures/clay.webp");
  expect(screen.getByLabelText("Description (optional)")).toHaveValue("Pinch, coil and glaze a small zoo.");
  await user.clear(name);
  await user.type(name, "Clay Birds");
  await save(user);
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-classes"));
  expect(api.asked("PUT /classes/7")[0]?.body).toEqual({
    nameClass: "Clay Birds",
    description: "Pinch, coil and glaze a small zoo.",
    image: "/static/pictures/clay.webp",
    price: 45.5,
    seats: 6,
    enroll: 4,
  });
  expect(
    screen.getByText("Good job! Your Class is Updated Successfully.", { selector: ".toast *" }),
  ).toBeVisible();
});

test("another class never shows the first one's values", async () => {
  api.answer("GET /myClass/7", aReviewedClass({ _id: "7", nameClass: "Clay" }));
  api.answer("GET /myClass/8", aReviewedClass({ _id: "8", nameClass: "Paper", description: "" }));
  const { router } = await change("7");
  const go = (to: string) => act(() => router.navigate(to));
  expect(await screen.findByLabelText("Class Name")).toHaveValue("Clay");
  await go("/dashboard/update-class/8");
  await waitFor(() => expect(screen.getByLabelText("Class Name")).toHaveValue("Paper"));
  expect(screen.getByLabelText("Description (optional)")).toHaveValue("");
});

test("coming back to it shows the class as it is now", async () => {
  api.answer("GET /myClass/7", aReviewedClass({ _id: "7", nameClass: "Clay" }));
  const { router } = await change();
  const go = (to: string) => act(() => router.navigate(to));
  expect(await screen.findByLabelText("Class Name")).toHaveValue("Clay");
  await go("/dashboard/my-classes");
  await screen.findByRole("heading", { name: "My Classes" });
  api.answer("GET /myClass/7", aReviewedClass({ _id: "7", nameClass: "Clay Birds" }));
  await go("/dashboard/update-class/7");
  await waitFor(() => expect(screen.getByLabelText("Class Name")).toHaveValue("Clay Birds"));
});

test.each([
  ["Class Name", "Class Name - is required"],
  ["Available Seats", "Available Seats - is required"],
  ["Price", "Price - is required"],
  ["Image address", "Image - is required"],
])("%s cannot be emptied", async (label, complaint) => {
  api.answer("GET /myClass/7", aReviewedClass({ _id: "7" }));
  const { user } = await change();
  await user.clear(await screen.findByLabelText(label));
  await save(user);
  expect(await screen.findByText(complaint)).toBeVisible();
  expect(api.asked("PUT /classes/7")).toEqual([]);
});

test("a new picture takes the place of the address", async () => {
  api.answer("GET /myClass/7", aReviewedClass({ _id: "7" }));
  const { user } = await change();
  await user.upload(await screen.findByLabelText("Or a new picture from this device"), aDiskFile());
  await waitFor(() => expect(screen.getByLabelText("Image address")).toHaveValue(KEPT));
});

test("a denied class says why, and is sent for approval again", async () => {
  api.answer("GET /myClass/7", aReviewedClass({ _id: "7", status: "Denied", feedback: "Too dear." }));
  api.answer("PUT /classes/7", { modifiedCount: 1 });
  const { user } = await change();
  expect(await screen.findByText("Too dear.")).toBeVisible();
  await user.clear(screen.getByLabelText("Price"));
  await user.type(screen.getByLabelText("Price"), "20");
  await save(user);
  expect(
    await screen.findByText(
      "Good job! Your Class is Updated Successfully. It has been sent for approval again.",
      { selector: ".toast *" },
    ),
  ).toBeVisible();
});

test("saving what was not changed says so and stays", async () => {
  api.answer("GET /myClass/7", aReviewedClass({ _id: "7" }));
  api.answer("PUT /classes/7", { modifiedCount: 0 });
  const { user, at } = await change();
  await screen.findByLabelText("Class Name");
  await save(user);
  expect(await screen.findByText(/^Nothing was changed/, { selector: ".toast *" })).toBeVisible();
  expect(at().pathname).toBe("/dashboard/update-class/7");
});

test("fewer seats than are taken is told at the seats, with what to do", async () => {
  api.answer("GET /myClass/7", aReviewedClass({ _id: "7" }));
  api.refuse("PUT /classes/7", 409, "seats_held", "More places than that are taken.", {
    seats: ["5 places are taken or being paid for just now."],
  });
  const { user } = await change();
  await screen.findByLabelText("Class Name");
  await save(user);
  expect(
    await screen.findByText(
      "5 places are taken or being paid for just now. Offer more seats, or try again in 15 minutes.",
    ),
  ).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Available Seats")).toHaveFocus());
});

test("another instructor's class is none of theirs", async () => {
  api.refuse("GET /myClass/7", 404, "not_found", "There is no such thing here.");
  await change();
  expect(await screen.findByText("There is no such class among yours.")).toBeVisible();
  expect(screen.getByRole("link", { name: "See my classes" })).toBeVisible();
});

test("a class that cannot be had is asked for again", async () => {
  api.refuse("GET /myClass/7", 503, "database_unavailable", "The site is very busy.");
  const { user } = await change();
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.answer("GET /myClass/7", aReviewedClass({ _id: "7" }));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByLabelText("Class Name")).toHaveValue("Clay Animals");
});

test.each([student, admin])("no other role may see it: %s", async (visitor) => {
  await isSentHome("/dashboard/update-class/7", visitor);
});
