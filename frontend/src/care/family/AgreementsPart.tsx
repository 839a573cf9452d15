import { Link } from "react-router-dom";
import { object, string } from "yup";
import { type ChildPaperwork, eitherOf, isMissing, namesOf } from "../../accounts/children/paperwork";
import { AgreementInput } from "../../shared/api/bounds.gen";
import { ApiError, asApiError } from "../../shared/api/errors";
import { useToast } from "../../shared/components/Toasts";
import { formatCalendarDay } from "../../shared/dates";
import { CheckField, ChoiceField } from "../../shared/forms/CheckField";
import { Field } from "../../shared/forms/Field";
import { Form, SubmitButton } from "../../shared/forms/Form";
import { pastDay, requiredText } from "../../shared/forms/textSchema";
import { pages } from "../../shared/paths";
import { formatSiteDate, siteToday } from "../../shared/siteTime";
import { AgreementBody } from "../AgreementBody";
import {
  type Agreement,
  type AgreementText,
  type ChildAgreements,
  type Family,
  sign,
  useRefreshPaperwork,
} from "./api";
import { Part, useFocusInPart } from "./Part";

interface AgreementsPartProps {
  family: Family;
  /** Of each child. */
  agreements: readonly ChildAgreements[];
}

/** The school's texts that the guardian signs for the children, here or on paper, and what they have signed. */
export function AgreementsPart({ family, agreements }: AgreementsPartProps) {
  const { children, userId } = family;
  const toSign = textsToSign(family, agreements);
  const signed = agreements.flatMap((each) => each.signed);
  const { content, focusContent } = useFocusInPart();
  if (toSign.length === 0 && signed.length === 0)
    return userId === undefined ? null : <p>The school has no agreements to sign.</p>;
  return (
    <Part title="Agreements" isMissing={isMissing(children, "agreements")}>
      <div ref={content}>
        {toSign.length > 0 ? <SignForm family={family} texts={toSign} onSigned={focusContent} /> : null}
        {signed.length > 0 ? (
          <>
            {toSign.length > 0 ? <h3 className="fs-5">Signed</h3> : null}
            <ul className="mb-0">
              {signed.map((agreement) => (
                <li key={agreement._id}>
                  <Link
                    to={pages.agreement(agreement._id) + (userId === undefined ? "" : `?userId=${userId}`)}
                  >
                    {agreement.title}
                  </Link>
                  {children.length > 1 ? ` for ${agreement.childName}` : ""},{" "}
                  {agreement.accepted ? "signed" : "refused"} {signedWhen(agreement)}
                  {agreement.counts ? "" : " (doesn't count: see the other answer)"}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </Part>
  );
}

/** A text, and the children that it is to be signed for. */
type TextToSign = AgreementText & { children: readonly ChildPaperwork[] };

/** Each text once. */
function textsToSign({ children }: Family, agreements: readonly ChildAgreements[]): TextToSign[] {
  const texts = new Map(agreements.flatMap(({ toSign }) => toSign.map((text) => [text._id, text] as const)));
  return [...texts.values()].map((text) => ({
    ...text,
    children: children.filter(({ childId }) =>
      agreements.some((each) => each.childId === childId && each.toSign.some(({ _id }) => _id === text._id)),
    ),
  }));
}

/** `on Jan 5, 2027`, or `on paper, seen by Ada on Jan 5, 2027`. */
export function signedWhen({ seenOn, recordedBy, signedAt }: Agreement): string {
  if (seenOn === null) return `on ${formatSiteDate(signedAt)}`;
  return `on paper, seen by ${recordedBy} on ${formatCalendarDay(seenOn)}`;
}

/** The answers by the name of their fields: checked for an agreement, `yes` or `no` for photos. */
interface Signature {
  typedName: string;
  /** Of a paper. */
  seenOn: string;
  [answer: string]: string | boolean;
}

export const signatureSchema = object({
  typedName: requiredText(AgreementInput.typedName.maxLength, "Please type your name to sign."),
});

const schema = signatureSchema.shape({ seenOn: string().default("") });

const paperSchema = object({
  typedName: requiredText(AgreementInput.typedName.maxLength, "Please type the name on the paper."),
  seenOn: pastDay,
});

const answerName = ({ _id }: AgreementText) => `answer-${_id}`;
/** Photos may be refused. */
const canBeRefused = ({ kind }: AgreementText) => kind === "photo";

interface SignFormProps {
  family: Family;
  texts: readonly TextToSign[];
  onSigned: () => void;
}

function SignForm({ family, texts, onSigned }: SignFormProps) {
  const isPaper = family.userId !== undefined;
  const signAll = useSign(family, texts);
  const answers = texts.map((text) => [answerName(text), canBeRefused(text) ? "" : false] as const);
  return (
    <Form<Signature>
      initial={{ typedName: "", seenOn: siteToday(), ...Object.fromEntries(answers) }}
      schema={isPaper ? paperSchema : schema}
      submit={async (values) => {
        await signAll(values);
        onSigned();
      }}
      draft={`agreements-${family.children.map(({ childId }) => childId).join("-")}`}
    >
      {texts.map((text) => (
        <div key={text._id} className="mb-4">
          <h3 className="fs-5">
            {text.title}
            {text.children.length < family.children.length ? ` for ${namesOf(text.children)}` : ""}
          </h3>
          <AgreementBody title={text.title} body={text.body} />
          {canBeRefused(text) ? (
            <ChoiceField
              name={answerName(text)}
              legend={`${text.title}: your answer`}
              type="radio"
              options={[
                ["yes", isPaper ? "Yes" : "Yes, that's fine with me"],
                ["no", `No, not for ${eitherOf(text.children)}`],
              ]}
            />
          ) : (
            <CheckField
              name={answerName(text)}
              label={isPaper ? `“${text.title}” is signed` : `I've read “${text.title}” and agree`}
              hint={text.required || isPaper ? undefined : "You don't have to."}
            />
          )}
        </div>
      ))}
      {isPaper ? (
        <>
          <Field name="typedName" label="Name on the paper" required />
          <Field name="seenOn" label="Seen on" type="date" max={siteToday()} required />
          <SubmitButton>Record the paper</SubmitButton>
        </>
      ) : (
        <>
          <Field
            name="typedName"
            label="Type your full name to sign"
            required
            autoComplete="name"
            hint="We keep it with the text and the time, as your signature."
          />
          <SubmitButton>Sign</SubmitButton>
        </>
      )}
    </Form>
  );
}

/** Returns a function that signs what is answered. If the school has changed a text, the new one is shown. */
function useSign(family: Family, texts: readonly TextToSign[]) {
  const { userId } = family;
  const refresh = useRefreshPaperwork(family);
  const toast = useToast();
  return async ({ typedName, seenOn, ...answers }: Signature) => {
    const paper = userId === undefined ? { onPaper: false } : { onPaper: true, seenOn };
    const answered = texts.filter((text) => answers[answerName(text)]);
    if (answered.length === 0)
      throw new ApiError({
        status: 400,
        code: "no_answer",
        message: userId === undefined ? "Please check what you agree to." : "Please check what is signed.",
      });
    try {
      for (const text of answered) {
        const accepted = answers[answerName(text)] !== "no";
        const childIds = text.children.map(({ childId }) => childId);
        await sign({ textId: text._id, childIds, accepted, typedName, ...paper }, userId);
      }
    } catch (error) {
      if (asApiError(error)?.isOutdated) await refresh();
      throw error;
    }
    toast(userId === undefined ? "Thank you for signing." : "The paper has been recorded.");
    await refresh();
  };
}
