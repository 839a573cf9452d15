import { object, string } from "yup";
import { lengthOf } from "../shared/TextArea";
import type { ClassValues } from "./offering";

export const LONGEST_NAME = 40;
export const LONGEST_DESCRIPTION = 2000;
const MOST_SEATS = 1000;
const LEAST_CARD_PRICE = 0.5;
const HIGHEST_PRICE = 10_000;

/** What is typed into the form of a class. */
export interface ClassDraft {
  nameClass: string;
  seats: string;
  price: string;
  image: string;
  description: string;
}

export const classSchema = object({
  nameClass: string()
    .trim()
    .required("Class Name - is required")
    .test(
      "length",
      `Class Name - at most ${LONGEST_NAME} characters`,
      (text) => lengthOf(text) <= LONGEST_NAME,
    ),
  seats: string()
    .trim()
    .required("Available Seats - is required")
    .test(
      "seats",
      `Available Seats - a whole number from 0 to ${MOST_SEATS.toLocaleString("en-US")}`,
      areSeats,
    ),
  price: string()
    .trim()
    .required("Price - is required")
    .test(
      "price",
      "Price - 0 for a free class, or from $0.50 to $10,000, with at most two decimals",
      isPrice,
    ),
  image: string().trim().required("Image - is required"),
  description: string()
    .trim()
    .default("")
    .test(
      "length",
      `Description - at most ${LONGEST_DESCRIPTION.toLocaleString("en-US")} characters`,
      (text) => lengthOf(text) <= LONGEST_DESCRIPTION,
    ),
});

/** What was typed, as the server takes it. */
export function valuesOf({ seats, price, ...texts }: ClassDraft): ClassValues {
  return { ...texts, seats: Number(seats), price: priceOf(price) };
}

function areSeats(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) <= MOST_SEATS;
}

function isPrice(text: string): boolean {
  if (!/^\d+([.,]\d{1,2})?$/.test(text)) return false;
  const price = priceOf(text);
  return price === 0 || (price >= LEAST_CARD_PRICE && price <= HIGHEST_PRICE);
}

/** The number keys of some telephones have a comma and no point. */
function priceOf(text: string): number {
  return Number(text.replace(",", "."));
}
