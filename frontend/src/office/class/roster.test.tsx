import { screen, waitFor, within } from "@testing-library/react";
import { config } from "../../shared/config";
import { api } from "../../testing/fakes/fakeApi";
import { admin, findToast, instructor, renderAt } from "../../testing/renderAt";
import {
  ATTENDANCE,
  attendanceOn,
  LESSONS,
  MIA,
  PATH,
  ROSTER,
  respondWithClass,
  spaces,
  tabs,
} from "../../testing/staffClassPage";

beforeEach(respondWithClass);

const rowOf = async (name: string) =>
  within(await screen.findByRole("row", { name: new RegExp(`^\\d ${name}`) }));

describe("the roster", () => {
  test("shows who takes part, and who only holds a seat", async () => {
    const adult = { ...MIA, guardianName: null, age: null };
    api.respond(ROSTER, [
      MIA,
      { ...adult, _id: "2", name: "Sam" },
      { ...adult, _id: "3", name: "", state: "held" },
    ]);
    await renderAt(PATH, instructor);
    const [headings, mia, sam, held] = await screen.findAllByRole("row");
    expect(spaces(headings?.textContent ?? "")).toMatch(/^#NameParent or guardianEmailSince\w{3}, Jul 6/);
    expect(mia).toHaveTextContent(/^1Mia, 9 Paula Parentpaula@camp.example/);
    expect(sam).toHaveTextContent(/^2Sam paula@camp.example/);
    expect(held).toHaveTextContent("No name given Seat held");
  });

  test("shows the attendance of the lesson that the user chooses", async () => {
    api.respond(ATTENDANCE, [
      attendanceOn("05", {
        state: "left",
        arrivedAt: "2027-07-05T13:02:00Z",
        leftAt: "2027-07-05T16:00:00Z",
      }),
      attendanceOn("06", { state: "arrived", arrivedAt: "2027-07-06T13:05:00Z" }),
    ]);
    const { user, at } = await renderAt(PATH, instructor);
    expect((await rowOf("Mia")).getByText("Came at 9:05 AM", { normalizer: spaces })).toBeVisible();
    const lessons = screen.getByLabelText("Attendance of");
    expect(within(lessons).getAllByRole("option")).toHaveLength(2);
    await user.selectOptions(lessons, "05");
    expect((await rowOf("Mia")).getByText("9:02 AM – 12:00 PM", { normalizer: spaces })).toBeVisible();
    expect(at().search).toBe("?lesson=05");
    expect(screen.queryByRole("button", { name: /attendance of Mia/ })).toBeNull();
  });

  test("lists who was there and has canceled since", async () => {
    const left = attendanceOn("05", { enrollmentId: "9", name: "Olga", state: "absent" });
    api.respond(ATTENDANCE, [attendanceOn("05"), left]);
    await renderAt(`${PATH}?lesson=05`, admin);
    const olga = await rowOf("Olga");
    expect(olga.getByText("Canceled since")).toBeVisible();
    expect(olga.getByRole("button", { name: "Absent (attendance of Olga)" })).toBeVisible();
  });

  test("has no attendance before the first lesson", async () => {
    jest.setSystemTime(new Date("2027-07-04T13:00:00Z"));
    api.respond(ATTENDANCE, []);
    await renderAt(PATH, admin);
    expect(await screen.findByRole("table")).toBeVisible();
    expect(screen.queryByLabelText("Attendance of")).toBeNull();
    expect(screen.queryByRole("button", { name: "Attendance CSV" })).toBeNull();
  });

  test("lets the office correct a past day, and takes back what was recorded", async () => {
    const at = "2027-07-05T13:02:00Z";
    const event = { at, withName: "", undoes: null };
    api.respond(ATTENDANCE, [
      attendanceOn("05", {
        state: "left",
        arrivedAt: at,
        leftAt: "2027-07-05T16:00:00Z",
        events: [
          { ...event, _id: "a", kind: "ARRIVED" },
          { ...event, _id: "b", kind: "LEFT", withName: "Ben" },
          { ...event, _id: "c", kind: "ABSENT" },
          { ...event, _id: "d", kind: "UNDO", undoes: "c" },
        ],
      }),
    ]);
    api.respond("POST /presence", { accepted: 3, refused: [] });
    const { user } = await renderAt(`${PATH}?lesson=05`, admin);
    const cell = { name: /^9:02.AM.–.12:00.PM \(attendance of Mia\)$/ };
    await user.click((await rowOf("Mia")).getByRole("button", cell));
    expect(screen.queryByRole("button", { name: "Was here" })).toBeNull();
    api.respond(ATTENDANCE, [attendanceOn("05", { state: "absent" })]);
    await user.click(screen.getByRole("button", { name: "Was absent" }));
    expect(await screen.findByRole("button", { name: "Absent (attendance of Mia)" })).toBeVisible();
    const about = { lessonId: "05", enrollmentId: "1", at: LESSONS[0]?.startsAt, _id: expect.any(String) };
    expect(api.requests("POST /presence").map(({ body }) => body)).toEqual([
      {
        events: [
          { ...about, kind: "UNDO", undoes: "a" },
          { ...about, kind: "UNDO", undoes: "b" },
          { ...about, kind: "ABSENT" },
        ],
      },
    ]);
  });

  test.each([
    ["Was here", [{ kind: "ARRIVED" }]],
    ["Was absent", [{ kind: "ABSENT" }]],
  ])("records for the office that a participant %s", async (label, events) => {
    api.respond("POST /presence", { accepted: 1, refused: [] });
    const { user } = await renderAt(`${PATH}?lesson=05`, admin);
    await user.click(await screen.findByRole("button", { name: "Not recorded (attendance of Mia)" }));
    expect(screen.queryByRole("button", { name: "Not recorded" })).toBeNull();
    await user.click(screen.getByRole("button", { name: label }));
    await waitFor(() => expect(api.requests("POST /presence")[0]?.body).toMatchObject({ events }));
  });

  test("says why nothing was recorded", async () => {
    const refused = [{ id: "x", code: "not_enrolled" }];
    api.respond("POST /presence", { accepted: 0, refused });
    const { user } = await renderAt(`${PATH}?lesson=05`, admin);
    await user.click(await screen.findByRole("button", { name: "Not recorded (attendance of Mia)" }));
    await user.click(screen.getByRole("button", { name: "Was here" }));
    expect(await findToast("Not recorded, because there's no seat in this lesson.")).toBeVisible();
    api.fail("POST /presence", 503, "database_unavailable", "The site is very busy.");
    await user.click(screen.getByRole("button", { name: "Not recorded (attendance of Mia)" }));
    await user.click(screen.getByRole("button", { name: "Was here" }));
    expect(await findToast("The site is very busy.")).toBeVisible();
  });

  test("lets nobody correct the present day here", async () => {
    await renderAt(PATH, admin);
    expect((await rowOf("Mia")).getByText("Expected")).toBeVisible();
    expect(screen.queryByRole("button", { name: /attendance of Mia/ })).toBeNull();
  });

  test.each([
    ["Download CSV", "GET /classes/7/roster?format=csv", "roster-clay.csv", "The roster"],
    ["Attendance CSV", "GET /classes/7/attendance?format=csv", "attendance-clay.csv", "The attendance"],
  ] as const)("downloads a file: %s", async (button, call, name, what) => {
    api.respondFile(call, "Name", name);
    const downloads: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      downloads.push(this.download);
    });
    const { user } = await renderAt(PATH, instructor);
    await user.click(await screen.findByRole("button", { name: button }));
    await waitFor(() => expect(downloads).toEqual([name]));
    expect(api.requests(call)[0]?.bearer).not.toBeNull();
    api.fail(call, 503, "database_unavailable", "The site is very busy.");
    await user.click(screen.getByRole("button", { name: button }));
    expect(await findToast(`${what} couldn't be downloaded. The site is very busy.`)).toBeVisible();
  });

  test("says that nobody has booked yet", async () => {
    api.respond(ROSTER, []);
    api.respond(ATTENDANCE, []);
    await renderAt(PATH, instructor);
    expect(await screen.findByText("No students yet")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Download CSV" })).toBeNull();
  });

  test("shows an error and retries", async () => {
    api.fail(ROSTER, 503, "database_unavailable", "The site is very busy.");
    const { user } = await renderAt(PATH, instructor);
    expect(await screen.findByText("The site is very busy.")).toBeVisible();
    api.respond(ROSTER, [MIA]);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Mia", { exact: false, selector: "td *" })).toBeVisible();
  });

  test("has neither attendance nor care in a school of adults", async () => {
    jest.replaceProperty(config, "care", false);
    await renderAt(PATH, instructor);
    expect(await screen.findByRole("table")).toBeVisible();
    expect(await tabs()).not.toContain("Care");
    expect(api.requests(ATTENDANCE)).toEqual([]);
  });
});
