import { array, object, string } from "yup";
import { SchoolFacts as Bounds } from "../../shared/api/bounds.gen";
import { request } from "../../shared/api/request";
import { useFreshUserData } from "../../shared/api/resources";
import type { ResponseBody } from "../../shared/api/types";
import { useToast } from "../../shared/components/Toasts";
import { config } from "../../shared/config";
import { ChoiceField } from "../../shared/forms/CheckField";
import { Field } from "../../shared/forms/Field";
import { Form, SubmitButton } from "../../shared/forms/Form";
import { PASTED_PHONE_LENGTH, textUpTo } from "../../shared/forms/textSchema";
import { path } from "../../shared/paths";
import { LoadingRows } from "../../shared/screens/LoadingRows";

type SchoolFacts = ResponseBody<"GET", "/school">;

const PAPER = "paper:";
const LONGEST_KIND = 40;
const PAPERWORK = [
  ["phone", "The guardian's phone number"],
  ["contact", "Somebody to call in an emergency"],
  ["pickup", "Who may pick up the child"],
  ["sheet", "The care sheet, once a season"],
] as const;

interface Draft extends Omit<SchoolFacts, "requires"> {
  /** What the family fills in. */
  requires: string[];
  /** What the family shows at the office, as typed: `immunization, swimming test`. */
  papers: string;
}

const schema = object({
  legalName: textUpTo(Bounds.legalName.maxLength),
  taxId: string().trim().default(""),
  address: textUpTo(Bounds.address.maxLength),
  phone: textUpTo(PASTED_PHONE_LENGTH),
  email: string().trim().default(""),
  requires: array().of(string().required()).required().default([]),
  papers: string()
    .default("")
    .test("length", `Please use ${LONGEST_KIND} characters or fewer for each paper.`, (text) =>
      kindsOf(text).every((kind) => kind.length <= LONGEST_KIND),
    ),
});

/** What receipts, e-mails and pages say about the school, and which paperwork it asks for. */
export function School() {
  const { data, error, mutate } = useFreshUserData(path("/school"));
  return (
    <section className="sheet" aria-labelledby="school">
      <h2 id="school">The school</h2>
      {data ? <SchoolForm facts={data} /> : <LoadingRows error={error} retry={mutate} count={5} />}
    </section>
  );
}

function SchoolForm({ facts }: { facts: SchoolFacts }) {
  const toast = useToast();
  const save = async ({ papers, requires, ...values }: Draft) => {
    const kinds = [...new Set(kindsOf(papers))].map((kind) => `${PAPER}${kind}`);
    const body = { ...values, requires: [...requires, ...kinds] };
    await request(path("/school"), { method: "PUT", body });
    toast("Saved. Emails, receipts and pages show it from now on.");
  };
  return (
    <Form<Draft> initial={draftOf(facts)} schema={schema} submit={save} draft="school">
      <div className="field-pair">
        <Field
          name="legalName"
          label="Legal name"
          autoComplete="organization"
          hint="On receipts and tax statements."
        />
        <Field
          name="taxId"
          label="Tax ID"
          hint="Families need it to claim child care, with the legal name and the address."
        />
      </div>
      <Field name="address" label="Address" autoComplete="street-address" />
      <div className="field-pair">
        <Field name="phone" label="Phone" type="tel" autoComplete="tel" />
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          hint="Gets the replies to the site's emails."
        />
      </div>
      {config.care ? (
        <>
          <ChoiceField
            name="requires"
            legend="What we need of each child"
            type="checkbox"
            options={PAPERWORK}
          />
          <Field
            name="papers"
            label="Papers to show at the office"
            hint="Separated by commas, such as immunization, swimming test."
          />
        </>
      ) : null}
      <SubmitButton>Save</SubmitButton>
    </Form>
  );
}

function draftOf({ requires, ...facts }: SchoolFacts): Draft {
  const isPaper = (part: string) => part.startsWith(PAPER);
  const papers = requires.filter(isPaper).map((part) => part.slice(PAPER.length).replaceAll("-", " "));
  return { ...facts, requires: requires.filter((part) => !isPaper(part)), papers: papers.join(", ") };
}

/** `swimming-test` for `Swimming test`. */
function kindsOf(papers: string): string[] {
  const kinds = papers.split(",").map((text) =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9_]+/g, "-")
      .replaceAll(/^-+|-+$/g, ""),
  );
  return kinds.filter(Boolean);
}
