import {
  createApprovedClass,
  createChild,
  createStudent,
  selectClass,
  signInInstructor,
  type User,
} from "./api";

/** As many free seats of one class as an account may have. */
const CHILDREN_PER_FAMILY = 4;

/** A lesson that begins in two minutes, with these children of families who have named Rosa and barred Eve. */
export async function aLessonToday(names: string[]) {
  const nameClass = `Today ${Date.now()}`;
  const details = { seats: names.length, price: 0, lessons: [lessonIn(2)] };
  const [instructor, classId] = await Promise.all([
    signInInstructor(),
    createApprovedClass(nameClass, details),
  ]);
  const families = [];
  for (let first = 0; first < names.length; first += CHILDREN_PER_FAMILY)
    families.push(await bookFor(names.slice(first, first + CHILDREN_PER_FAMILY), classId));
  return { instructor, classId, nameClass, families };
}

async function bookFor(names: string[], classId: string): Promise<User> {
  const parent = await createStudent("Nora Newcomer");
  const childIds = [];
  for (const name of names) {
    const childId = await createChild(parent, name, "2016-05-04");
    await selectClass(parent, classId, childId);
    await parent.request("POST", "/payments", { classId, childId });
    await parent.request("PUT", `/care/${childId}`, { allergies: "Peanuts", whatToDo: `EpiPen for ${name}` });
    childIds.push(childId);
  }
  const rosa = {
    name: "Rosa",
    relation: "",
    phone: "555 0100",
    emergency: true,
    mayPickUp: true,
    barred: false,
  };
  await parent.request("POST", "/contacts", { ...rosa, childIds });
  const eve = { name: "Eve", relation: "", phone: "", emergency: false, mayPickUp: false, barred: true };
  await parent.request("POST", "/contacts", { ...eve, childIds });
  return parent;
}

/** A lesson of an hour, or until midnight, as the API takes it. */
function lessonIn(minutes: number): { date: string; from: string; to: string } {
  const clock = new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "short",
    timeZone: "America/New_York",
  });
  const [date = "", from = ""] = clock.format(Date.now() + minutes * 60_000).split(" ");
  const [endDate, end = ""] = clock.format(Date.now() + (minutes + 60) * 60_000).split(" ");
  return { date, from, to: endDate === date ? end : "23:59" };
}
