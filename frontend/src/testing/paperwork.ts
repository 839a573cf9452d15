/** Helpers for the tests of a family's paperwork. */
import { screen } from "@testing-library/react";
import type { ChildPaperwork } from "../accounts/children/paperwork";
import type { Agreement, AgreementText, Contact, Sheet } from "../care/family/api";
import { api } from "./fakes/fakeApi";
import { renderAt, student } from "./renderAt";

export const SHEET = "/care/3";
export const AGREEMENTS = "GET /agreements?childId=3";

export function aChildPaperwork(overrides: Partial<ChildPaperwork> = {}): ChildPaperwork {
  return { childId: "3", name: "Mia", confirmedAt: null, missing: [], ...overrides };
}

export function aContact(overrides: Partial<Contact> = {}): Contact {
  const person = { name: "Rosa", relation: "grandmother", phone: "(555) 010-7001" };
  return {
    _id: "5",
    ...person,
    emergency: true,
    mayPickUp: false,
    barred: false,
    childIds: ["3"],
    mayChange: true,
    addedBy: null,
    ...overrides,
  };
}

export function aSheet(overrides: Partial<Sheet> = {}): Sheet {
  const texts = { allergies: "", whatToDo: "", medication: "", needs: "", diet: "", doctor: "" };
  const state = { readable: true, nothingToTell: false, keep: false, confirmedAt: null, missing: [] };
  return { ...texts, ...state, ...overrides };
}

export function anAgreementText(overrides: Partial<AgreementText> = {}): AgreementText {
  const text = { kind: "waiver", version: 1, title: "Tools and heat", body: "Kilns are hot." } as const;
  return {
    _id: "8",
    ...text,
    required: true,
    sha256: "ab12",
    createdAt: "2027-01-05T12:00:00Z",
    ...overrides,
  };
}

export function anAgreement(overrides: Partial<Agreement> = {}): Agreement {
  const { required, createdAt, ...text } = anAgreementText();
  const signature = { accepted: true, typedName: "Sam Student", signedAt: "2027-01-06T15:00:00Z" };
  const state = { onPaper: false, seenOn: null, recordedBy: null, counts: true };
  return {
    ...text,
    _id: "20",
    textId: "8",
    childId: "3",
    childName: "Mia",
    ...signature,
    ...state,
    ...overrides,
  };
}

interface Paperwork {
  missing?: string[];
  phone?: string;
  contacts?: Contact[];
  sheet?: Sheet;
  toSign?: AgreementText[];
  signed?: Agreement[];
}

/** Lets the server answer with the paperwork of Mia, who has a brother Tom. */
export function respondWithPaperwork({
  missing = [],
  phone = "(555) 010-7000",
  contacts = [aContact()],
  sheet = aSheet(),
  toSign = [],
  signed = [],
}: Paperwork): void {
  const { email, name, role } = student;
  const tom = aChildPaperwork({ childId: "4", name: "Tom" });
  api.respond("GET /care", [aChildPaperwork({ missing, confirmedAt: sheet.confirmedAt }), tom]);
  api.respond("GET /users/me", { _id: "1", name, email, role, photo: "", bio: "", address: "", phone });
  api.respond("GET /contacts", contacts);
  api.respond(`GET ${SHEET}`, sheet);
  api.respond(AGREEMENTS, { toSign, signed });
}

/** Opens the page for Mia as her parent. */
export async function openPaperwork(paperwork: Paperwork) {
  respondWithPaperwork(paperwork);
  const view = await renderAt("/dashboard/my-children/3/paperwork", student);
  await screen.findByRole("heading", { level: 1, name: "Paperwork for Mia" });
  return view;
}
