import type { components } from "../../src/shared/api/api.gen";
import {
  bookSeat,
  createApprovedClass,
  createStudent,
  lessonInDays,
  paymentsOf,
  signInAdmin,
  type User,
} from "./api";
import { failEmail, reportProblem } from "./database";
import { payAtDesk } from "./desk";

const PRICE = 20;
const DAY_MS = 24 * 3_600_000;

/** Lets the office be needed in each way that GET /needs knows, beside those of the demo's own rows. */
export async function needTheOffice(): Promise<void> {
  const [admin, parent] = await Promise.all([signInAdmin(), createStudent("Ned Needer")]);
  const classInDays = (days: number, details = {}) =>
    createApprovedClass(`In ${days} days`, {
      seats: 1,
      price: PRICE,
      lessons: [lessonInDays(days)],
      ...details,
    });
  await classInDays(5, { seats: 4, minSeats: 3 });
  await bookSeat(parent, { _id: await classInDays(60), price: PRICE, card: "pm_card_createDispute" });
  const userId = await cancelSeat(admin, parent, await classInDays(61));
  const lines = [{ classId: await classInDays(62), childId: null }];
  const until = new Date(Date.now() + 2 * DAY_MS).toISOString();
  await admin.request("POST", "/desk/reservations", { userId, lines, until });
  await failEmail(parent.email);
  await reportProblem("Stripe account");
}

/** The family gets a seat by check and cancels it. It is offered to a family without e-mail. */
async function cancelSeat(admin: User, parent: User, classId: string): Promise<string> {
  const seat = { classId, childId: null };
  const userId = await payAtDesk(admin, parent, { ...seat, price: PRICE });
  const caller = { name: "Cal Caller", phone: "555-0142", email: "" };
  const family = await admin.request<components["schemas"]["InsertedOutput"]>("POST", "/families", caller);
  await admin.request("POST", "/desk/waitlist", { userId: family.insertedId, ...seat });
  const paid = (await paymentsOf(parent)).find((each) => each.classId === classId);
  await parent.request("POST", `/payments/cancel/${paid?._id}`);
  return userId;
}
