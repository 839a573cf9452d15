import { Link } from "react-router-dom";
import { object } from "yup";
import type { ChildPaperwork } from "../../accounts/children/paperwork";
import { AgreementInput } from "../../shared/api/bounds.gen";
import { ApiError, asApiError } from "../../shared/api/errors";
import { useToast } from "../../shared/components/Toasts";
import { CheckField, ChoiceField } from "../../shared/forms/CheckField";
import { Field } from "../../shared/forms/Field";
import { Form, SubmitButton } from "../../shared/forms/Form";
import { requiredText } from "../../shared/forms/textSchema";
import { pages } from "../../shared/paths";
import { formatSiteDate } from "../../shared/siteTime";
import { AgreementBody } from "../AgreementBody";
import { type Agreement, type AgreementText, sign, useRefreshPaperwork } from "./api";
import { Part } from "./Part";

interface AgreementsPartProps {
  child: ChildPaperwork;
  agreements: { toSign: readonly AgreementText[]; signed: readonly Agreement[] };
}

/** The school's texts that the guardian signs for a child, and what they have signed. */
export function AgreementsPart({ child, agreements: { toSign, signed } }: AgreementsPartProps) {
  if (toSign.length === 0 && signed.length === 0) return null;
  return (
    <Part title="Agreements" isMissing={child.missing.includes("agreements")}>
      {toSign.length > 0 ? <SignForm child={child} texts={toSign} /> : null}
      {signed.length > 0 ? (
        <>
          {toSign.length > 0 ? <h3 className="fs-5">Signed</h3> : null}
          <ul className="mb-0">
            {signed.map(({ _id, title, accepted, signedAt }) => (
              <li key={_id}>
                <Link to={pages.agreement(_id)}>{title}</Link>, {accepted ? "signed" : "refused"} on{" "}
                {formatSiteDate(signedAt)}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Part>
  );
}

/** The answers by the name of their fields: checked for an agreement, `yes` or `no` for photos. */
interface Signature {
  typedName: string;
  [answer: string]: string | boolean;
}

const schema = object({
  typedName: requiredText(AgreementInput.typedName.maxLength, "Please type your name to sign."),
});

const answerName = ({ _id }: AgreementText) => `answer-${_id}`;
/** Photos may be refused. */
const canBeRefused = ({ kind }: AgreementText) => kind === "photo";

function SignForm({ child, texts }: { child: ChildPaperwork; texts: readonly AgreementText[] }) {
  const submit = useSign(child, texts);
  const answers = texts.map((text) => [answerName(text), canBeRefused(text) ? "" : false] as const);
  return (
    <Form<Signature>
      initial={{ typedName: "", ...Object.fromEntries(answers) }}
      schema={schema}
      submit={submit}
      draft={`agreements-${child.childId}`}
    >
      {texts.map((text) => (
        <div key={text._id} className="mb-4">
          <h3 className="fs-5">{text.title}</h3>
          <AgreementBody title={text.title} body={text.body} />
          {canBeRefused(text) ? (
            <ChoiceField
              name={answerName(text)}
              legend={`${text.title}: your answer`}
              type="radio"
              options={[
                ["yes", "Yes, that's fine with me"],
                ["no", `No, not for ${child.name}`],
              ]}
            />
          ) : (
            <CheckField
              name={answerName(text)}
              label={`I've read “${text.title}” and agree`}
              hint={text.required ? undefined : "You don't have to."}
            />
          )}
        </div>
      ))}
      <Field
        name="typedName"
        label="Type your full name to sign"
        required
        autoComplete="name"
        hint="We keep it with the text and the time, as your signature."
      />
      <SubmitButton>Sign</SubmitButton>
    </Form>
  );
}

/** Returns a function that signs what is answered. If the school has changed a text, the new one is shown. */
function useSign(child: ChildPaperwork, texts: readonly AgreementText[]) {
  const refresh = useRefreshPaperwork(child.childId);
  const toast = useToast();
  return async ({ typedName, ...answers }: Signature) => {
    const answered = texts.filter((text) => answers[answerName(text)]);
    if (answered.length === 0)
      throw new ApiError({ status: 400, code: "no_answer", message: "Please check what you agree to." });
    try {
      for (const { _id, ...text } of answered) {
        const accepted = answers[answerName({ _id, ...text })] !== "no";
        await sign({ textId: _id, childId: child.childId, accepted, typedName });
      }
    } catch (error) {
      if (asApiError(error)?.isOutdated) await refresh();
      throw error;
    }
    toast("Thank you for signing.");
    await refresh();
  };
}
