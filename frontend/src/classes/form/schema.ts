import { array, boolean, type InferType, object, string } from "yup";
import { ClassInput } from "../../shared/api/bounds.gen";
import { optionalNumber, requiredText, textUpTo } from "../../shared/forms/textSchema";
import { parseAmount } from "../../shared/money";
import { pages } from "../../shared/paths";
import { siteClockOf, siteDayOf } from "../../shared/siteTime";
import type { ClassDetails } from "../api";
import type { ClassValues } from "../instructorApi";
import { lessonsProblem } from "./lessonDrafts";

const MAX_SEATS = ClassInput.seats.maximum;
const MAX_AGE = ClassInput.ageFrom.maximum;
const MIN_CARD_PRICE = 0.5;
const MAX_PRICE = ClassInput.price.maximum;

const PRICE_PROBLEM = "Please enter 0 for a free class, or $0.50 to $10,000, such as 45.50 or 1,250.";

export const classSchema = object({
  nameClass: requiredText(ClassInput.nameClass.maxLength, "Class Name - is required"),
  seats: string()
    .trim()
    .default("")
    .required("Available Seats - is required")
    .test(
      "seats",
      `Please enter a whole number from 0 to ${MAX_SEATS.toLocaleString("en-US")}.`,
      isSeatCount,
    ),
  price: string()
    .trim()
    .default("")
    .required("Price - is required")
    .test("price", PRICE_PROBLEM, isValidPrice),
  earlyPrice: string()
    .trim()
    .default("")
    .test("price", PRICE_PROBLEM, (text) => text === "" || isValidPrice(text))
    .test("lower", "The early price must be below the price.", (text, { parent }) =>
      isLower(text, parent.price ?? ""),
    ),
  /** A day as `2027-05-01`. */
  earlyUntil: lastDayOfEarlyPrice("earlyPrice"),
  image: string().trim().default(""),
  description: textUpTo(ClassInput.description.maxLength),
  /** The slug; empty for none. */
  craft: string().default(""),
  place: textUpTo(ClassInput.place.maxLength),
  bring: textUpTo(ClassInput.bring.maxLength),
  ageFrom: optionalNumber(0, MAX_AGE),
  ageTo: optionalNumber(0, MAX_AGE).test(
    "order",
    "The oldest age can't be lower than the youngest.",
    (text, { parent }) => text === "" || parent.ageFrom === "" || Number(parent.ageFrom) <= Number(text),
  ),
  lessons: array(
    object({
      _id: string(),
      date: string().default(""),
      from: string().default(""),
      to: string().default(""),
      place: string().trim().default(""),
      started: boolean(),
    }),
  )
    .default([])
    .test("lessons", (lessons, context) => {
      const message = lessonsProblem(lessons);
      return message === null || context.createError({ message });
    }),
  /** The slug; empty for none. */
  season: string().default(""),
  minSeats: string()
    .trim()
    .default("")
    .test(
      "minimum",
      `Please enter a whole number from 1 to ${MAX_SEATS.toLocaleString("en-US")}.`,
      (text) => text === "" || (isSeatCount(text) && wholeNumberOf(text) !== 0),
    ),
  /** Empty if an instructor fills in the form. */
  instructorId: string().default(""),
});

/** The values of the class form, as typed. */
export type ClassDraft = InferType<typeof classSchema>;

export const EMPTY_DRAFT: ClassDraft = classSchema.getDefault();

/** The schema for an admin, with the instructor of the class. */
export const adminClassSchema = classSchema.shape({
  instructorId: string().default("").required("Please choose an instructor."),
});

/** Converts the typed values to the values of the API. */
export function toClassValues({ instructorId, ...draft }: ClassDraft): ClassValues {
  const { seats, price, earlyPrice, earlyUntil, craft, ageFrom, ageTo, season, minSeats } = draft;
  return {
    ...draft,
    // Both have passed the schema.
    seats: wholeNumberOf(seats) ?? 0,
    price: priceOf(price) ?? 0,
    earlyPrice: priceOf(earlyPrice),
    earlyUntil: earlyPrice === "" ? null : earlyUntil,
    craft: craft || null,
    ageFrom: ageFrom === "" ? null : Number(ageFrom),
    ageTo: ageTo === "" ? null : Number(ageTo),
    lessons: draft.lessons.map(({ started, ...lesson }) => lesson),
    season: season || null,
    minSeats: wholeNumberOf(minSeats),
    ...(instructorId === "" ? {} : { instructorId }),
  };
}

/** The values of a class as its instructor would type them. */
export function toDraft(campClass: ClassDetails): ClassDraft {
  const { nameClass, image, description, seats, price, craft, place, bring, ageFrom, ageTo } = campClass;
  return {
    nameClass,
    image,
    description,
    place,
    bring,
    seats: String(seats),
    price: priceText(price),
    earlyPrice: campClass.earlyPrice === null ? "" : priceText(campClass.earlyPrice),
    earlyUntil: campClass.earlyUntil ?? "",
    craft: craft ?? "",
    ageFrom: ageFrom === null ? "" : String(ageFrom),
    ageTo: ageTo === null ? "" : String(ageTo),
    lessons: campClass.lessons.map(({ _id, startsAt, endsAt, place }) => ({
      _id,
      date: siteDayOf(startsAt),
      from: siteClockOf(startsAt),
      to: siteClockOf(endsAt),
      place,
      started: Date.parse(startsAt) <= Date.now(),
    })),
    season: campClass.season ?? "",
    minSeats: campClass.minSeats === null ? "" : String(campClass.minSeats),
    instructorId: "",
  };
}

/** The schema of the last day of an early price, which the field `price` says. */
export function lastDayOfEarlyPrice(price: string) {
  return string()
    .default("")
    .test(
      "together",
      "An early price needs its last day.",
      (day, { parent }) => day !== "" || (parent[price] ?? "") === "",
    );
}

function isSeatCount(text: string): boolean {
  const seats = wholeNumberOf(text);
  return seats !== null && seats <= MAX_SEATS;
}

function isValidPrice(text: string): boolean {
  return priceOf(text) !== null;
}

/** Whether an early price is below the price; also if one of them is no price. */
function isLower(earlyPrice: string, price: string): boolean {
  const [early, full] = [priceOf(earlyPrice), priceOf(price)];
  return early === null || full === null || early < full;
}

/** A typed whole number, also with a comma for thousands; null for any other text. */
export function wholeNumberOf(text: string): number | null {
  const digits = text.trim().replace(/,(?=\d{3}\b)/g, "");
  return /^\d+$/.test(digits) ? Number(digits) : null;
}

/** A typed price in dollars; null unless a class may have it. */
export function priceOf(text: string): number | null {
  const price = parseAmount(text);
  if (price === null) return null;
  return price === 0 || (price >= MIN_CARD_PRICE && price <= MAX_PRICE) ? price : null;
}

/** A price in dollars as a user would type it. */
export function priceText(price: number): string {
  return Number.isInteger(price) ? String(price) : price.toFixed(2);
}

/** The list with a class: the season's table for an admin. */
export function classesPage({ season }: Pick<ClassDraft, "season">, isAdmin: boolean): string {
  if (!isAdmin) return pages.myClasses;
  return season === "" ? pages.manageClasses : pages.season(season);
}
