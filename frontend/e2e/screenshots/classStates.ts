import type { components } from "../../src/shared/api/api.gen";
import {
  bookSeat,
  createApprovedClass,
  createStudent,
  findClass,
  selectClass,
  signInAdmin,
  signInInstructor,
  type User,
} from "../support/api";
import { expect, type Page } from "../support/fixtures";
import { expectLoaded } from "../support/pages";
import { FAMILY_STATES } from "./familyStates";
import { ORDER_STATES } from "./orderStates";
import type { UserStates } from "./pageStates";
import { REFUND_STATES } from "./refundStates";
import { WAITLIST_STATES } from "./waitlistStates";

type ClassRow = components["schemas"]["ListedClassOutput"];
type LessonInput = components["schemas"]["LessonInputRequest"];

const DAY_MS = 24 * 60 * 60_000;

/** States of the pages about classes, lessons and families, by user. */
export const CLASS_STATES: Record<string, UserStates> = {
  ...FAMILY_STATES,
  ...ORDER_STATES,
  ...REFUND_STATES,
  ...WAITLIST_STATES,
  "visitor of classes": {
    states: [
      { name: "a class, every lesson", open: openLessons, wholePage: true },
      { name: "a class that has begun", open: (page) => openClassThat(page, hasBegun) },
      { name: "a class that is over", open: (page) => openClassThat(page, ({ endedAt }) => endedAt != null) },
      { name: "a sold out class", open: (page) => openClassThat(page, ({ seats }) => seats === 0) },
      {
        name: "a class without dates",
        open: (page) => openClassThat(page, ({ lessonCount }) => lessonCount === 0),
      },
      {
        name: "filtered classes",
        open: (page) => openLoaded(page, "/all-classes?q=mornings&age=9&time=morning"),
      },
      { name: "an instructor without classes", open: openNewInstructor },
    ],
  },
  "student with lessons": {
    createUser: () => createStudent("Lena Learner"),
    states: [
      { name: "a class at the same time as another", open: openOverlap },
      { name: "paying for a class at the same time as another", open: openOverlapPayment },
      { name: "a class of which a lesson was canceled", open: openCanceledLesson },
      {
        name: "classes by their next lesson",
        open: (page) => openLoaded(page, "/dashboard/my-enrolled-classes"),
      },
      { name: "the calendar link", open: openCalendarLink, wholePage: true },
      {
        name: "a new calendar link",
        open: async (page) => {
          await openCalendarLink(page);
          await page.getByRole("button", { name: "Get a new link" }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
    ],
  },
  "instructor with lessons": {
    createUser: signInInstructor,
    states: [
      { name: "ten lessons from a pattern", open: openPattern, wholePage: true },
      {
        name: "lessons at the same time",
        open: async (page) => {
          await openPattern(page);
          const firstDay = await page.getByLabel("Lesson 1, day").inputValue();
          await page.getByLabel("Lesson 2, day").fill(firstDay);
          await page.getByRole("button", { name: "Add Class" }).click();
          await expect(page.getByText(/^Lesson 2: Another lesson/)).toBeVisible();
        },
        wholePage: true,
      },
    ],
  },
};

async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectLoaded(page);
}

/** The day, as `2027-07-05`, that is some days after today. */
function dayAfter(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

async function openClassThat(page: Page, matches: (campClass: ClassRow) => boolean): Promise<void> {
  const admin = await signInAdmin();
  const classes = await admin.request<ClassRow[]>("GET", "/classes");
  const found = classes.find((campClass) => campClass.status === "Approved" && matches(campClass));
  if (!found) throw new Error("The demo has no such class.");
  await openLoaded(page, `/all-classes/${found._id}`);
}

function hasBegun({ startsAt, endedAt }: ClassRow): boolean {
  return startsAt !== null && Date.parse(startsAt) < Date.now() && endedAt == null;
}

async function openLessons(page: Page): Promise<void> {
  await openClassThat(page, ({ lessonCount }) => lessonCount > 4);
  await page.getByText("See all lessons").click();
}

async function openNewInstructor(page: Page): Promise<void> {
  const [user, admin] = await Promise.all([createStudent("Ivo Idle"), signInAdmin()]);
  const [{ _id }] = await admin.request<[{ _id: string }]>("GET", `/users?q=${user.email}`);
  await admin.request("PATCH", `/users/instructor/${_id}`);
  await openLoaded(page, `/all-instructors/${_id}`);
}

const LESSON: LessonInput = { date: dayAfter(200), from: "09:00", to: "12:00", place: "" };
const PRICE = 45.5;

/** Creates an approved class with two lessons. */
function createDatedClass(name: string): Promise<string> {
  const lessons = [LESSON, { ...LESSON, date: dayAfter(201) }];
  return createApprovedClass(name, { seats: 8, price: PRICE, place: "Pottery", lessons });
}

async function bookDatedClass(student: User, name: string): Promise<string> {
  const _id = await createDatedClass(name);
  await bookSeat(student, { _id, price: PRICE });
  return _id;
}

async function openOverlap(page: Page, student: User): Promise<void> {
  await bookDatedClass(student, "Weave a Wall Hanging");
  await openLoaded(page, `/all-classes/${await createDatedClass("Throw Your First Bowl")}`);
  await expect(page.getByRole("note")).toBeVisible();
}

async function openOverlapPayment(page: Page, student: User): Promise<void> {
  const selection = await selectClass(student, await createDatedClass("Glaze Lab"));
  await page.goto(`/dashboard/payment/${selection}`);
  await expect(page.getByRole("timer")).toBeVisible();
  await expect(page.getByRole("note")).toBeVisible();
}

async function openCanceledLesson(page: Page, student: User): Promise<void> {
  const id = await bookDatedClass(student, "Carve a Spoon");
  const [instructor, campClass] = await Promise.all([signInInstructor(), findClass(id)]);
  const { nameClass, image, price, seats, enroll } = campClass;
  await instructor.request("PUT", `/classes/${id}`, {
    nameClass,
    image,
    price,
    seats,
    enroll,
    lessons: [LESSON],
  });
  await openLoaded(page, `/dashboard/my-enrolled-classes/${id}`);
}

async function openCalendarLink(page: Page): Promise<void> {
  await openLoaded(page, "/dashboard/profile");
  await page.getByRole("button", { name: "Show my calendar link" }).click();
  await expect(page.getByLabel("Calendar link")).toBeVisible();
}

async function openPattern(page: Page): Promise<void> {
  await openLoaded(page, "/dashboard/add-class");
  await page.getByLabel("First day", { exact: true }).fill(dayAfter(200));
  await page.getByLabel("Last day", { exact: true }).fill(dayAfter(213));
  await page.getByRole("button", { name: "Add 10 lessons" }).click();
}
