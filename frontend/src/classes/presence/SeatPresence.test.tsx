import { screen, waitFor } from "@testing-library/react";
import type { Row } from "../../shared/api/types";
import { config } from "../../shared/config";
import { anEnrolledClass, aPayment, inMinutes } from "../../testing/builders";
import { ENROLLED, PAYMENTS } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { findToast, renderAt, student } from "../../testing/renderAt";

type Attendance = Row<"/presence">;

const LESSON = { _id: "3", startsAt: "2027-07-05T13:00:00Z", endsAt: "2027-07-05T16:00:00Z", place: "" };
const ENROLLMENT = {
  enrollmentId: "11",
  nameClass: "Clay",
  childId: "1",
  childName: "Mia",
  lessons: [LESSON],
};

const open = () => renderAt("/dashboard/my-enrolled-classes", student);

function attendance(fields: Partial<Attendance> = {}): Attendance {
  return {
    lessonId: "3",
    startsAt: LESSON.startsAt,
    endsAt: LESSON.endsAt,
    classId: "7",
    enrollmentId: "11",
    name: "Mia",
    state: "expected",
    arrivedAt: null,
    leftAt: null,
    with: "",
    absenceId: null,
    ...fields,
  };
}

beforeEach(() => {
  jest.setSystemTime(new Date("2027-07-05T12:30:00Z"));
  api.respond(ENROLLED, [anEnrolledClass(ENROLLMENT)]);
  api.respond(PAYMENTS, [aPayment()]);
});

test("tells the school that a child can't come today", async () => {
  api.respond("GET /presence", [attendance()]);
  api.respond("POST /absences", { insertedId: "x" }, 201);
  const { user } = await open();
  const button = await screen.findByRole("button", { name: "Can't come today: Mia, Clay" });
  api.respond("GET /presence", [attendance({ state: "absent", absenceId: "x" })]);
  await user.click(button);
  expect(await findToast("Thank you. The school knows now.")).toBeVisible();
  expect(api.requests("POST /absences")[0]?.body).toEqual({ lessonId: "3", enrollmentId: "11" });
  expect(await screen.findByText("Today: marked as absent")).toBeVisible();
  expect(screen.getByRole("button", { name: "Mia is coming after all: Clay" })).toHaveFocus();
});

test("tells the school that the child is coming after all", async () => {
  api.respond("GET /presence", [attendance({ state: "absent", absenceId: "x" })]);
  api.respond("DELETE /absences/x", { deletedCount: 1 });
  const { user } = await open();
  const button = await screen.findByRole("button", { name: "Mia is coming after all: Clay" });
  api.respond("GET /presence", [attendance()]);
  await user.click(button);
  expect(await findToast("Thank you. The school knows now.")).toBeVisible();
  expect(await screen.findByRole("button", { name: /^Can't come today/ })).toHaveFocus();
  expect(screen.queryByText(/marked as absent/)).toBeNull();
});

test("shows what the school has recorded meanwhile", async () => {
  api.respond("GET /presence", [attendance({ state: "absent", absenceId: "x" })]);
  api.fail(
    "DELETE /absences/x",
    409,
    "already_recorded",
    "The school has recorded something else meanwhile.",
  );
  const { user } = await open();
  const button = await screen.findByRole("button", { name: /^Mia is coming after all/ });
  api.respond("GET /presence", [attendance({ state: "arrived", arrivedAt: "2027-07-05T13:02:00Z" })]);
  await user.click(button);
  expect(await findToast("The school has recorded something else meanwhile.")).toBeVisible();
  expect(await screen.findByText(/^Today: arrived at 9:02\sAM$/)).toBeVisible();
});

test("leaves an absence to the school if the school has recorded it, and after the lesson", async () => {
  api.respond("GET /presence", [attendance({ state: "absent" })]);
  await open();
  expect(await screen.findByText("Today: marked as absent")).toBeVisible();
  expect(screen.queryByRole("button", { name: /coming after all/ })).toBeNull();
  jest.setSystemTime(new Date("2027-07-05T16:00:00Z"));
  api.respond("GET /presence", [attendance({ state: "absent", absenceId: "x" })]);
  await open();
  await screen.findAllByText("Today: marked as absent");
  expect(screen.queryByRole("button", { name: /coming after all/ })).toBeNull();
});

test("shows why the school could not be told", async () => {
  api.respond("GET /presence", [attendance()]);
  api.fail("POST /absences", 409, "wrong_day", "This lesson isn't today, or it's over already.");
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: /^Can't come today/ }));
  expect(await findToast("This lesson isn't today, or it's over already.")).toBeVisible();
});

test("shows when a child came and left, and who collected it", async () => {
  const times = { arrivedAt: "2027-07-05T13:02:00Z", leftAt: "2027-07-05T16:05:00Z", with: "Ben" };
  api.respond("GET /presence", [attendance({ state: "left", ...times }), attendance({ enrollmentId: "12" })]);
  await open();
  const text = /^Today: arrived at 9:02\sAM, left at 12:05\sPM with Ben$/;
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Can't come today/ })).toBeNull();
});

test("shows the last lesson on a day without one", async () => {
  jest.setSystemTime(new Date("2027-07-06T12:30:00Z"));
  const times = { arrivedAt: "2027-07-05T13:02:00Z", leftAt: "2027-07-05T16:05:00Z" };
  api.respond("GET /presence", [attendance({ state: "left", ...times })]);
  await open();
  expect(await screen.findByText(/^Mon, Jul 5: arrived at 9:02\sAM, left at 12:05\sPM$/)).toBeVisible();
});

test("offers nothing after the lesson is over", async () => {
  jest.setSystemTime(new Date("2027-07-05T16:00:00Z"));
  api.respond("GET /presence", [attendance()]);
  await open();
  await waitFor(() => expect(api.requests("GET /presence")).toHaveLength(1));
  expect(screen.queryByRole("button", { name: /^Can't come today/ })).toBeNull();
});

test("asks for nothing before the first lesson, nor at a school of adults", async () => {
  api.respond(ENROLLED, [
    anEnrolledClass({ ...ENROLLMENT, lessons: [{ ...LESSON, startsAt: inMinutes(1440) }] }),
  ]);
  await open();
  await screen.findByText(/^Next lesson/);
  api.respond(ENROLLED, [anEnrolledClass(ENROLLMENT)]);
  jest.replaceProperty(config, "care", false);
  await open();
  await screen.findAllByText(/^Next lesson/);
  expect(api.requests("GET /presence")).toEqual([]);
});
