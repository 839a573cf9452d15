import { screen, waitFor } from "@testing-library/react";
import { keepDraft } from "../shared/drafts";
import { api } from "../testing/fakeApi";
import { aDiskFile } from "../testing/fakeUpload";
import { aReviewedClass, isSentHome, MY_CLASSES } from "../testing/managing";
import { admin, instructor, renderAt, student } from "../testing/renderAt";
import type { ReviewedClass } from "./approval";

type User = Awaited<ReturnType<typeof renderAt>>["user"];

const open = () => renderAt("/dashboard/add-class", instructor);
const KEPT = "/media/classes/kept.webp";

async function fill(user: User, typed: { nameClass?: string; seats?: string; price?: string } = {}) {
  const { nameClass = "Clay Animals", seats = "12", price = "45.50" } = typed;
  await user.type(await screen.findByLabelText("Class Name"), nameClass);
  await user.type(screen.getByLabelText("Available Seats"), seats);
  await user.type(screen.getByLabelText("Price"), price);
}

const choose = (user: User, file = aDiskFile()) => user.upload(screen.getByLabelText("Image"), file);
const send = (user: User) => user.click(screen.getByRole("button", { name: "Add Class" }));

beforeEach(() => {
  api.answer("POST /images", { success: true, data: { display_url: KEPT } });
  api.answer("POST /classes", { insertedId: "9" }, 201);
  api.answer(MY_CLASSES, []);
});

test("an instructor offers a class with a picture from disk", async () => {
  const { user, at } = await open();
  await fill(user);
  await choose(user);
  await user.type(screen.getByLabelText("Description (optional)"), "A small zoo.");
  await screen.findByText("The picture has arrived.");
  expect(screen.getByRole("img", { name: "The picture as it will be seen" })).toHaveAttribute("src", KEPT);
  await send(user);
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-classes"));
  expect(screen.getByText("The class have been added successfully", { selector: ".toast *" })).toBeVisible();
  expect(api.asked("POST /classes")[0]?.body).toEqual({
    nameClass: "Clay Animals",
    instructorName: "Ida Instructor",
    instructorEmail: "instructor@camp.example",
    seats: 12,
    price: 45.5,
    image: KEPT,
    description: "A small zoo.",
    status: "Pending",
    enroll: 0,
  });
  const form = api.asked("POST /images")[0]?.body as FormData;
  expect((form.get("image") as File).name).toBe("clay.jpg");
});

test("name and e-mail are the instructor's own and cannot be changed", async () => {
  await open();
  expect(await screen.findByLabelText("Instructor Name")).toHaveValue("Ida Instructor");
  expect(screen.getByLabelText("Instructor Name")).toHaveAttribute("readonly");
  expect(screen.getByLabelText("Instructor Email")).toHaveValue("instructor@camp.example");
  expect(screen.getByLabelText("Instructor Email")).toHaveAttribute("readonly");
});

test("a telephone shows the right keys", async () => {
  await open();
  expect(await screen.findByLabelText("Available Seats")).toHaveAttribute("inputmode", "numeric");
  expect(screen.getByLabelText("Price")).toHaveAttribute("inputmode", "decimal");
});

test("what is missing is named, and nothing is sent", async () => {
  const { user } = await open();
  await screen.findByLabelText("Class Name");
  await send(user);
  expect(await screen.findByText("Class Name - is required")).toBeVisible();
  expect(screen.getByText("Available Seats - is required")).toBeVisible();
  expect(screen.getByText("Price - is required")).toBeVisible();
  expect(screen.getByText("Image - is required")).toBeVisible();
  expect(screen.getByLabelText("Class Name")).toHaveFocus();
  expect(api.asked("POST /classes")).toEqual([]);
});

test.each([
  ["Class Name", "x".repeat(41), "Class Name - at most 40 characters"],
  ["Available Seats", "1.5", "Available Seats - a whole number from 0 to 1,000"],
  ["Available Seats", "1001", "Available Seats - a whole number from 0 to 1,000"],
  ["Price", "0.49", "Price - 0 for a free class, or from $0.50 to $10,000, with at most two decimals"],
  ["Price", "1.999", "Price - 0 for a free class, or from $0.50 to $10,000, with at most two decimals"],
  ["Price", "free", "Price - 0 for a free class, or from $0.50 to $10,000, with at most two decimals"],
])("%s cannot be %s", async (label, typed, complaint) => {
  const { user } = await open();
  await user.type(await screen.findByLabelText(label), typed);
  await user.tab();
  expect(await screen.findByText(complaint)).toBeVisible();
});

test("the name's length is counted as it is typed, an emoji as one character", async () => {
  const { user } = await open();
  const name = await screen.findByLabelText("Class Name");
  expect(name).toHaveAccessibleDescription("0 of 40 characters");
  await user.type(name, `${"x".repeat(39)}🎨`);
  expect(name).toHaveAccessibleDescription("40 of 40 characters");
  await user.tab();
  expect(screen.queryByText("Class Name - at most 40 characters")).toBeNull();
});

test("a price may be typed with a comma, and be nothing", async () => {
  const { user, at } = await open();
  await fill(user, { price: "7,50", seats: "0" });
  await choose(user);
  await screen.findByText("The picture has arrived.");
  await send(user);
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-classes"));
  expect(api.asked("POST /classes")[0]?.body).toMatchObject({ price: 7.5, seats: 0 });
});

test("while the picture is on its way its progress is shown, and the class waits", async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  api.on("POST /images", async () => {
    await arrived;
    return { body: { success: true, data: { display_url: KEPT } } };
  });
  const { user } = await open();
  await fill(user);
  await choose(user);
  expect(await screen.findByRole("progressbar", { name: "Upload of the picture" })).toHaveValue(50);
  expect(screen.getByText("50 % sent")).toBeVisible();
  expect(screen.getByRole("img", { name: "The picture as it will be seen" })).toHaveAttribute(
    "src",
    expect.stringMatching(/^blob:/),
  );
  expect(screen.getByRole("button", { name: "Add Class" })).toBeDisabled();
  arrive();
  await waitFor(() => expect(screen.getByRole("button", { name: "Add Class" })).toBeEnabled());
});

test.each([
  [
    "too large",
    aDiskFile("big.jpg", "image/jpeg", "x".repeat(10 * 1024 * 1024 + 1)),
    /^This picture is too large/,
  ],
  ["empty", aDiskFile("none.jpg", "image/jpeg", ""), /^This file is empty/],
])("a picture that is %s is not even sent", async (_what, file, complaint) => {
  const { user } = await open();
  await screen.findByLabelText("Image");
  await choose(user, file);
  expect(await screen.findByText(complaint)).toBeVisible();
  expect(api.asked("POST /images")).toEqual([]);
});

test("a file of another kind is refused although the dialog was told to show all files", async () => {
  const { user } = await open();
  const input = await screen.findByLabelText("Image");
  input.removeAttribute("accept");
  await user.upload(input, aDiskFile("clay.svg", "image/svg+xml"));
  expect(await screen.findByText(/^This file is no picture that we can show/)).toBeVisible();
  expect(api.asked("POST /images")).toEqual([]);
});

test("the server's refusal of a picture is shown, and another can be chosen", async () => {
  api.refuse("POST /images", 415, "picture_broken", "This picture is broken or did not arrive whole.");
  const { user } = await open();
  await screen.findByLabelText("Image");
  await choose(user);
  expect(await screen.findByText("This picture is broken or did not arrive whole.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  api.answer("POST /images", { success: true, data: { display_url: KEPT } });
  await choose(user, aDiskFile("better.jpg"));
  expect(await screen.findByText("The picture has arrived.")).toBeInTheDocument();
  expect(screen.queryByText("This picture is broken or did not arrive whole.")).toBeNull();
});

test("an upload that was cut off can be tried again", async () => {
  api.on("POST /images", () => {
    throw new TypeError("gone");
  });
  const { user } = await open();
  await screen.findByLabelText("Image");
  await choose(user);
  expect(await screen.findByText(/^We could not reach Craft Camp/)).toBeVisible();
  api.answer("POST /images", { success: true, data: { display_url: KEPT } });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("The picture has arrived.")).toBeInTheDocument();
});

test("what was typed stays when the server does not answer, and can be sent again", async () => {
  api.refuse("POST /classes", 503, "database_unavailable", "The site is very busy.");
  const { user, at } = await open();
  await fill(user);
  await choose(user);
  await screen.findByText("The picture has arrived.");
  await send(user);
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  expect(screen.getByLabelText("Class Name")).toHaveValue("Clay Animals");
  api.answer("POST /classes", { insertedId: "9" }, 201);
  await send(user);
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-classes"));
});

test("a class whose answer was lost on the way is not offered twice", async () => {
  api.on("POST /classes", () => {
    throw new TypeError("gone");
  });
  const { user, at } = await open();
  await fill(user);
  await choose(user);
  await screen.findByText("The picture has arrived.");
  await send(user);
  expect(await screen.findByText(/^We could not reach Craft Camp/)).toBeVisible();
  const [sent] = api.asked("POST /classes");
  api.answer(MY_CLASSES, [aReviewedClass(sent?.body as Partial<ReviewedClass>)]);
  await send(user);
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-classes"));
  expect(api.asked("POST /classes")).toHaveLength(1);
});

test("the server's word about a field stands at the field", async () => {
  api.refuse("POST /classes", 400, "invalid", "Some of what was sent is not right.", {
    nameClass: ["A name that can be seen is required."],
  });
  const { user } = await open();
  await fill(user);
  await choose(user);
  await screen.findByText("The picture has arrived.");
  await send(user);
  expect(await screen.findByText("A name that can be seen is required.")).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Class Name")).toHaveFocus());
});

test("what was typed before the session ended is there again afterwards", async () => {
  sessionStorage.setItem("draft-owner", instructor.email);
  keepDraft("new-class", {
    nameClass: "Clay Animals",
    seats: "12",
    price: "45",
    image: KEPT,
    description: "",
  });
  await open();
  expect(await screen.findByLabelText("Class Name")).toHaveValue("Clay Animals");
  expect(screen.getByRole("img", { name: "The picture as it will be seen" })).toHaveAttribute("src", KEPT);
});

test("a session that ends under the form keeps what was typed, picture included", async () => {
  const { user, at } = await open();
  await fill(user);
  await choose(user);
  await screen.findByText("The picture has arrived.");
  api.refuse("POST /jwt", 401, "bad_token", "Log in first.");
  api.refuse("POST /classes", 401, "bad_token", "Log in first.");
  await send(user);
  await waitFor(() => expect(at().pathname).toBe("/login"));
  expect(JSON.parse(sessionStorage.getItem("draft:new-class") ?? "{}")).toMatchObject({
    nameClass: "Clay Animals",
    image: KEPT,
  });
  expect(at().state).toMatchObject({ from: { pathname: "/dashboard/add-class" } });
});

test.each([student, admin])("no other role may see it: %s", async (visitor) => {
  await isSentHome("/dashboard/add-class", visitor);
});
