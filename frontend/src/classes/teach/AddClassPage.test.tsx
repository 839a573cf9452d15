import { act, screen, waitFor, within } from "@testing-library/react";
import { anOwnClass } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { aPictureFile, FakeXMLHttpRequest } from "../../testing/fakes/fakeUpload";
import { expectRedirectHome, instructor, renderAt, student } from "../../testing/renderAt";
import type { ReviewedClass } from "../api";

const MY_CLASSES = "GET /myClasses/instructor%40camp.example";

type User = Awaited<ReturnType<typeof renderAt>>["user"];

const openPage = () => renderAt("/dashboard/add-class", instructor);
const PICTURE_URL = "/media/classes/clay-animals.webp";

async function fillIn(user: User, values: { nameClass?: string; seats?: string; price?: string } = {}) {
  const { nameClass = "Clay Animals", seats = "12", price = "45.50" } = values;
  await user.type(await screen.findByLabelText("Class Name"), nameClass);
  await user.type(screen.getByLabelText("Available Seats"), seats);
  await user.type(screen.getByLabelText("Price"), price);
}

const choosePicture = (user: User, file = aPictureFile()) =>
  user.upload(screen.getByLabelText("Image"), file);
const submit = (user: User) => user.click(screen.getByRole("button", { name: "Add Class" }));

beforeEach(() => {
  api.respond("POST /images", { success: true, data: { display_url: PICTURE_URL } });
  api.respond("POST /classes", { insertedId: "9" }, 201);
  api.respond(MY_CLASSES, []);
});

test.each([
  ["12,5", 12.5, "Each student pays $12.50."],
  ["1,250", 1250, "Each student pays $1,250.00."],
  ["0", 0, "This class is free."],
])(
  "shows how the price %s is read after the field was left, and charges that",
  async (price, charged, text) => {
    const { user } = await openPage();
    await fillIn(user, { price, seats: "1,000" });
    expect(screen.queryByText(text)).toBeNull();
    await choosePicture(user);
    await user.click(screen.getByLabelText("Class Name"));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByLabelText("Price")).toHaveAccessibleDescription(text);
    await submit(user);
    await waitFor(() => expect(api.requests("POST /classes")).toHaveLength(1));
    expect(api.requests("POST /classes")[0]?.body).toMatchObject({ price: charged, seats: 1000 });
  },
);

test("creates a class with an uploaded picture", async () => {
  const { user, at } = await openPage();
  await fillIn(user);
  await choosePicture(user);
  await user.type(screen.getByLabelText("Description (optional)"), "A small zoo.");
  await screen.findByText("Your picture has been uploaded.");
  expect(screen.getByRole("img", { name: "Preview of your picture" })).toHaveAttribute("src", PICTURE_URL);
  await submit(user);
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-classes"));
  expect(screen.getByText("The class have been added successfully", { selector: ".toast *" })).toBeVisible();
  expect(api.requests("POST /classes")[0]?.body).toEqual({
    nameClass: "Clay Animals",
    instructorName: "Ida Instructor",
    instructorEmail: "instructor@camp.example",
    seats: 12,
    price: 45.5,
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

test("shows the instructor's name and e-mail address as read-only fields", async () => {
  await openPage();
  expect(await screen.findByLabelText("Instructor Name")).toHaveValue("Ida Instructor");
  expect(screen.getByLabelText("Instructor Name")).toHaveAttribute("readonly");
  expect(screen.getByLabelText("Instructor Email")).toHaveValue("instructor@camp.example");
  expect(screen.getByLabelText("Instructor Email")).toHaveAttribute("readonly");
});

test("requests numeric keyboards for the seats and the price", async () => {
  await openPage();
  expect(await screen.findByLabelText("Available Seats")).toHaveAttribute("inputmode", "numeric");
  expect(screen.getByLabelText("Price")).toHaveAttribute("inputmode", "decimal");
});

test("shows an error at each missing field and sends nothing", async () => {
  const { user } = await openPage();
  await screen.findByLabelText("Class Name");
  await submit(user);
  expect(await screen.findByText("Class Name - is required")).toBeVisible();
  expect(screen.getByText("Available Seats - is required")).toBeVisible();
  expect(screen.getByText("Price - is required")).toBeVisible();
  expect(screen.getByText("Please choose a picture.")).toBeVisible();
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
  const { user } = await openPage();
  await user.type(await screen.findByLabelText(label), typed);
  await user.tab();
  expect(await screen.findByText(message)).toBeVisible();
});

test("counts the characters of the name while the user types, an emoji as one character", async () => {
  const { user } = await openPage();
  const name = await screen.findByLabelText("Class Name");
  expect(name).toHaveAccessibleDescription("0 of 40 characters");
  await user.type(name, `${"x".repeat(39)}🎨`);
  expect(name).toHaveAccessibleDescription("40 of 40 characters");
  await user.tab();
  expect(screen.queryByText("Please use 40 characters or fewer.")).toBeNull();
});

test("accepts a price with a decimal comma, and zero seats", async () => {
  const { user, at } = await openPage();
  await fillIn(user, { price: "7,50", seats: "0" });
  await choosePicture(user);
  await screen.findByText("Your picture has been uploaded.");
  await submit(user);
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-classes"));
  expect(api.requests("POST /classes")[0]?.body).toMatchObject({ price: 7.5, seats: 0 });
});

test("shows the progress of the upload and disables the submit button until it is complete", async () => {
  let finishUpload = () => {};
  const uploadFinished = new Promise<void>((resolve) => {
    finishUpload = resolve;
  });
  api.handle("POST /images", async () => {
    await uploadFinished;
    return { body: { success: true, data: { display_url: PICTURE_URL } } };
  });
  const { user } = await openPage();
  await fillIn(user);
  await choosePicture(user);
  expect(await screen.findByRole("progressbar", { name: "Uploading your picture" })).toHaveValue(50);
  expect(screen.getByText("50% uploaded")).toBeVisible();
  expect(screen.getByRole("img", { name: "Preview of your picture" })).toHaveAttribute(
    "src",
    expect.stringMatching(/^blob:/),
  );
  expect(screen.getByRole("button", { name: "Add Class" })).toBeDisabled();
  finishUpload();
  await waitFor(() => expect(screen.getByRole("button", { name: "Add Class" })).toBeEnabled());
});

test.each([
  [
    "too large",
    aPictureFile("big.jpg", "image/jpeg", "x".repeat(10 * 1024 * 1024 + 1)),
    /^This picture is too large/,
  ],
  ["empty", aPictureFile("none.jpg", "image/jpeg", ""), /^This file is empty/],
])("rejects a picture that is %s without uploading it", async (_problem, file, message) => {
  const { user } = await openPage();
  await screen.findByLabelText("Image");
  await choosePicture(user, file);
  expect(await screen.findByText(message)).toBeVisible();
  expect(api.requests("POST /images")).toEqual([]);
});

test("aborts the upload of a picture when another one is chosen, and when the user leaves", async () => {
  api.handle("POST /images", () => new Promise(() => {}));
  const abort = jest.spyOn(FakeXMLHttpRequest.prototype, "abort");
  const { user, router } = await openPage();
  await screen.findByLabelText("Image");
  await choosePicture(user);
  expect(abort).not.toHaveBeenCalled();
  await choosePicture(user, aPictureFile("better.jpg"));
  expect(abort).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("progressbar", { name: "Uploading your picture" })).toHaveValue(50);
  expect(screen.queryByText(/couldn't reach/)).toBeNull();
  await act(() => router.navigate("/no/such/page"));
  expect(abort).toHaveBeenCalledTimes(2);
});

test("rejects a file of another type even if the file dialog offers it", async () => {
  const { user } = await openPage();
  const input = await screen.findByLabelText("Image");
  input.removeAttribute("accept");
  await user.upload(input, aPictureFile("clay.svg", "image/svg+xml"));
  expect(await screen.findByText(/^We can't use this file/)).toBeVisible();
  expect(api.requests("POST /images")).toEqual([]);
});

test("shows the server's error for a rejected picture and accepts another one", async () => {
  api.fail("POST /images", 415, "picture_broken", "This picture is damaged or didn't upload completely.");
  const { user } = await openPage();
  await screen.findByLabelText("Image");
  await choosePicture(user);
  expect(await screen.findByText("This picture is damaged or didn't upload completely.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  api.respond("POST /images", { success: true, data: { display_url: PICTURE_URL } });
  await choosePicture(user, aPictureFile("better.jpg"));
  expect(await screen.findByText("Your picture has been uploaded.")).toBeInTheDocument();
  expect(screen.queryByText("This picture is damaged or didn't upload completely.")).toBeNull();
});

test("uploads the picture again after a network error", async () => {
  api.disconnect("POST /images");
  const { user } = await openPage();
  await screen.findByLabelText("Image");
  await choosePicture(user);
  expect(await screen.findByText(/^We couldn't reach Craft Camp/)).toBeVisible();
  api.respond("POST /images", { success: true, data: { display_url: PICTURE_URL } });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Your picture has been uploaded.")).toBeInTheDocument();
});

test("keeps the typed values when the server fails, and can submit them again", async () => {
  api.fail("POST /classes", 503, "database_unavailable", "The site is very busy.");
  const { user, at } = await openPage();
  await fillIn(user);
  await choosePicture(user);
  await screen.findByText("Your picture has been uploaded.");
  await submit(user);
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  expect(screen.getByLabelText("Class Name")).toHaveValue("Clay Animals");
  api.respond("POST /classes", { insertedId: "9" }, 201);
  await submit(user);
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-classes"));
});

test("does not create the class twice if the response was lost", async () => {
  api.disconnect("POST /classes");
  const { user, at } = await openPage();
  await fillIn(user);
  await choosePicture(user);
  await screen.findByText("Your picture has been uploaded.");
  await submit(user);
  expect(await screen.findByText(/^We couldn't reach Craft Camp/)).toBeVisible();
  const [first] = api.requests("POST /classes");
  api.respond(MY_CLASSES, [anOwnClass(first?.body as Partial<ReviewedClass>)]);
  await submit(user);
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-classes"));
  expect(api.requests("POST /classes")).toHaveLength(1);
});

test("shows the server's error for a field at that field", async () => {
  api.fail("POST /classes", 400, "invalid", "Some of what was sent is not right.", {
    fields: { nameClass: ["Please use at least one visible character."] },
  });
  const { user } = await openPage();
  await fillIn(user);
  await choosePicture(user);
  await screen.findByText("Your picture has been uploaded.");
  await submit(user);
  expect(await screen.findByText("Please use at least one visible character.")).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Class Name")).toHaveFocus());
});

describe("a draft", () => {
  const typeAndLeave = async () => {
    const view = await openPage();
    await fillIn(view.user);
    await choosePicture(view.user);
    await screen.findByText("Your picture has been uploaded.");
    return view;
  };
  const name = () => screen.findByLabelText("Class Name");

  test("survives leaving the page, after a question", async () => {
    api.respond("GET /myClasses/instructor%40camp.example", []);
    const { user, at, router } = await typeAndLeave();
    await user.click(screen.getByRole("link", { name: "My Classes" }));
    const question = within(await screen.findByRole("dialog", { name: "Leave this page?" }));
    expect(question.getByText(/^What you typed stays on this device as a draft/)).toBeVisible();
    await user.click(question.getByRole("button", { name: "Stay here" }));
    expect(at().pathname).toBe("/dashboard/add-class");
    await user.click(screen.getByRole("link", { name: "My Classes" }));
    await user.click(await screen.findByRole("button", { name: "Leave" }));
    expect(await screen.findByRole("heading", { name: "My Classes" })).toBeVisible();
    await act(() => router.navigate("/dashboard/add-class"));
    expect(await name()).toHaveValue("Clay Animals");
    expect(screen.getByText("Draft restored.")).toBeVisible();
  });

  test("survives a reload, with its picture and lessons, and is gone after the class was added", async () => {
    const { user, unmount } = await typeAndLeave();
    await user.click(screen.getByRole("button", { name: "Add one lesson" }));
    unmount();
    const again = await openPage();
    expect(await name()).toHaveValue("Clay Animals");
    expect(screen.getByRole("img", { name: "Preview of your picture" })).toHaveAttribute("src", PICTURE_URL);
    await again.user.click(screen.getByRole("button", { name: /^Remove lesson 1/ }));
    api.respond("POST /classes", { insertedId: "9" }, 201);
    api.respond("GET /myClasses/instructor%40camp.example", []);
    await submit(again.user);
    await screen.findByRole("heading", { name: "My Classes" });
    again.unmount();
    await openPage();
    expect(await name()).toHaveValue("");
    expect(screen.queryByText("Draft restored.")).toBeNull();
  });

  test("survives the end of the session, for the same user only", async () => {
    const { user, at, unmount } = await typeAndLeave();
    api.fail("POST /jwt", 401, "bad_token", "Log in first.");
    api.fail("POST /classes", 401, "bad_token", "Log in first.");
    await submit(user);
    await waitFor(() => expect(at().pathname).toBe("/login"));
    expect(at().state).toMatchObject({ from: { pathname: "/dashboard/add-class" } });
    unmount();
    const other = await renderAt("/dashboard/add-class", { ...instructor, email: "other@camp.example" });
    expect(await name()).toHaveValue("");
    other.unmount();
    await openPage();
    expect(await name()).toHaveValue("Clay Animals");
  });

  test("can be discarded", async () => {
    const { unmount } = await typeAndLeave();
    unmount();
    const { user, unmount: leave } = await openPage();
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    expect(await name()).toHaveValue("");
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
    leave();
    await openPage();
    expect(await name()).toHaveValue("");
  });

  test("is not promised if the browser stores nothing", async () => {
    const { user, at } = await openPage();
    jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("Full.", "QuotaExceededError");
    });
    await user.type(await name(), "Clay");
    await user.click(screen.getByRole("link", { name: "My Classes" }));
    expect(await screen.findByText("What you typed isn't saved, and will be lost.")).toBeVisible();
    expect(at().pathname).toBe("/dashboard/add-class");
  });

  test("is forgotten after 30 days", async () => {
    const { unmount } = await typeAndLeave();
    unmount();
    jest.setSystemTime(Date.now() + 31 * 86_400_000);
    await openPage();
    expect(await name()).toHaveValue("");
  });
});

test("redirects a student to the home page", async () => {
  await expectRedirectHome("/dashboard/add-class", student);
});
