import { screen, within } from "@testing-library/react";
import { aChild } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { aGuardian } from "../../testing/guardians";
import { findToast, renderAt, student } from "../../testing/renderAt";
import type { Guardian } from "./api";

const EXPIRED = "2026-01-05T12:00:00Z";

const shareWith = (...guardians: Guardian[]) =>
  api.respond("GET /children", [aChild({ _id: "3", name: "Mia", guardians })]);

beforeEach(() => shareWith());

const openPage = (user = student) => renderAt("/dashboard/my-children", user);
const findButton = (name: string) => screen.findByRole("button", { name });

test("says who else sees a child, and what", async () => {
  const open = { name: "", acceptedAt: null };
  shareWith(
    aGuardian({ care: true }),
    aGuardian({ ...open, _id: "9", email: "aunt@camp.example", expiresAt: "2999-01-05T12:00:00Z" }),
    aGuardian({ ...open, _id: "10", email: "gran@camp.example", expiresAt: EXPIRED }),
    aGuardian({ _id: "11", email: "x@camp.example", name: "Xaver", frozen: true }),
  );
  await openPage();
  for (const text of [
    "Dad (dad@camp.example): classes and paperwork",
    "aunt@camp.example: invited, classes",
    "gran@camp.example: the invitation has expired",
    "Xaver (x@camp.example): stopped by the school",
  ])
    expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole("button", { name: /Xaver/ })).toBeNull();
});

test("invites somebody", async () => {
  api.respond("POST /children/3/guardians", { insertedId: "8" }, 201);
  const { user } = await openPage();
  await user.click(await findButton("Share with another adult for Mia"));
  const dialog = within(await screen.findByRole("dialog", { name: "Share Mia's classes" }));
  await user.click(dialog.getByRole("button", { name: "Send the invitation" }));
  expect(await dialog.findByText("Please enter the email address.")).toBeVisible();
  await user.type(dialog.getByLabelText("Email"), "dad@camp.example");
  await user.click(dialog.getByLabelText(/see and complete the paperwork/));
  shareWith(aGuardian());
  await user.click(dialog.getByRole("button", { name: "Send the invitation" }));
  expect(await findToast("We've sent an invitation to dad@camp.example.")).toBeVisible();
  expect(api.requests("POST /children/3/guardians")[0]?.body).toEqual({
    email: "dad@camp.example",
    care: true,
  });
  expect(await screen.findByText("Dad (dad@camp.example): classes")).toBeVisible();
});

test("invites a guardian that the school has entered", async () => {
  const tom = aGuardian({ name: "", email: "tom@camp.example", acceptedAt: null, expiresAt: null });
  shareWith(tom);
  api.respond("POST /children/3/guardians", { insertedId: "8" }, 201);
  const { user } = await openPage();
  expect(await screen.findByText("tom@camp.example: not invited yet")).toBeVisible();
  await user.click(await findButton("Invite for tom@camp.example"));
  shareWith({ ...tom, expiresAt: "2999-01-05T12:00:00Z" });
  await user.click(await findButton("Send the invitation"));
  expect(await findToast("We've sent an invitation to tom@camp.example.")).toBeVisible();
  expect(api.requests("POST /children/3/guardians")[0]?.body).toEqual({
    email: "tom@camp.example",
    care: false,
  });
  expect(await findButton("Invite again for tom@camp.example")).toBeVisible();
});

test("asks for a verified address before it invites", async () => {
  const { user } = await openPage({ ...student, emailVerified: false });
  await user.click(await findButton("Share with another adult for Mia"));
  expect(await screen.findByText("Please verify your own email address first.")).toBeVisible();
});

test("ends it", async () => {
  shareWith(aGuardian());
  api.respond("DELETE /children/3/guardians/8", { deletedCount: 1 });
  const { user } = await openPage();
  await user.click(await findButton("End for Dad"));
  shareWith();
  await user.click(await findButton("Stop sharing"));
  expect(await findToast("Dad doesn't see Mia's classes anymore.")).toBeVisible();
  expect(screen.queryByText(/Dad \(/)).toBeNull();
});
