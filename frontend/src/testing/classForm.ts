/** Helpers for the tests of the form in which an instructor adds a class. */
import { screen } from "@testing-library/react";
import { api } from "./fakes/fakeApi";
import { aPictureFile } from "./fakes/fakeUpload";
import { instructor, renderAt } from "./renderAt";

export const MY_CLASSES = "GET /myClasses/instructor%40camp.example";
export const PICTURE_URL = "/media/classes/clay-animals.webp";

type View = Awaited<ReturnType<typeof renderAt>>;
type User = View["user"];

/** Lets the server accept the picture and the class. */
export function acceptClass(): void {
  api.respond("POST /images", { success: true, data: { display_url: PICTURE_URL } });
  api.respond("POST /classes", { insertedId: "9" }, 201);
  api.respond(MY_CLASSES, []);
}

export function openAddClass(): Promise<View> {
  return renderAt("/dashboard/add-class", instructor);
}

/** Opens the form, fills it in, and uploads a picture. */
export async function openFilledForm(values: Parameters<typeof fillIn>[1] = {}): Promise<View> {
  const view = await openAddClass();
  await fillIn(view.user, values);
  await choosePicture(view.user);
  await screen.findByText("Your picture has been uploaded.");
  return view;
}

export async function fillIn(
  user: User,
  values: { nameClass?: string; seats?: string; price?: string } = {},
) {
  const { nameClass = "Clay Animals", seats = "12", price = "45.50" } = values;
  await user.type(await screen.findByLabelText("Class Name"), nameClass);
  await user.type(screen.getByLabelText("Available Seats"), seats);
  await user.type(screen.getByLabelText("Price"), price);
}

export async function choosePicture(user: User, file = aPictureFile()): Promise<void> {
  await user.upload(screen.getByLabelText("Image"), file);
}

export async function submitClass(user: User): Promise<void> {
  await user.click(screen.getByRole("button", { name: "Add Class" }));
}
