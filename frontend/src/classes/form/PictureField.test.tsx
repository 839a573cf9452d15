import { act, screen, waitFor } from "@testing-library/react";
import { acceptClass, choosePicture, fillIn, openAddClass, PICTURE_URL } from "../../testing/classForm";
import { api } from "../../testing/fakes/fakeApi";
import { aPictureFile, FakeXMLHttpRequest } from "../../testing/fakes/fakeUpload";

beforeEach(acceptClass);

test("shows the progress of the upload and disables the submit button until it is complete", async () => {
  let finishUpload = () => {};
  const uploadFinished = new Promise<void>((resolve) => {
    finishUpload = resolve;
  });
  api.handle("POST /images", async () => {
    await uploadFinished;
    return { body: { success: true, data: { display_url: PICTURE_URL } } };
  });
  const { user } = await openAddClass();
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
  const { user } = await openAddClass();
  await screen.findByLabelText("Image");
  await choosePicture(user, file);
  expect(await screen.findByText(message)).toBeVisible();
  expect(api.requests("POST /images")).toEqual([]);
});

test("aborts the upload of a picture when another one is chosen, and when the user leaves", async () => {
  api.handle("POST /images", () => new Promise(() => {}));
  const abort = jest.spyOn(FakeXMLHttpRequest.prototype, "abort");
  const { user, router } = await openAddClass();
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
  const { user } = await openAddClass();
  const input = await screen.findByLabelText("Image");
  input.removeAttribute("accept");
  await user.upload(input, aPictureFile("clay.svg", "image/svg+xml"));
  expect(await screen.findByText(/^We can't use this file/)).toBeVisible();
  expect(api.requests("POST /images")).toEqual([]);
});

test("shows the server's error for a rejected picture and accepts another one", async () => {
  api.fail("POST /images", 415, "picture_broken", "This picture is damaged or didn't upload completely.");
  const { user } = await openAddClass();
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
  const { user } = await openAddClass();
  await screen.findByLabelText("Image");
  await choosePicture(user);
  expect(await screen.findByText(/^We couldn't reach Craft Camp/)).toBeVisible();
  api.respond("POST /images", { success: true, data: { display_url: PICTURE_URL } });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Your picture has been uploaded.")).toBeInTheDocument();
});
