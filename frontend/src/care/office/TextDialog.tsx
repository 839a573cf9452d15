import { useFormikContext } from "formik";
import { boolean, object, string } from "yup";
import { AgreementTextInput } from "../../shared/api/bounds.gen";
import { request } from "../../shared/api/request";
import type { RequestBody, Row } from "../../shared/api/types";
import { CheckField } from "../../shared/forms/CheckField";
import { Field } from "../../shared/forms/Field";
import { FormDialog } from "../../shared/forms/FormDialog";
import { SelectField } from "../../shared/forms/SelectField";
import { TextArea } from "../../shared/forms/TextArea";
import { requiredText } from "../../shared/forms/textSchema";
import { path } from "../../shared/paths";
import { AgreementBody } from "../AgreementBody";

/** A version of a text that families sign. */
export type TextVersion = Row<"/agreementTexts">;
type TextValues = RequestBody<"POST", "/agreementTexts">;
type Kind = TextVersion["kind"];

export const KINDS: Record<Kind, string> = {
  waiver: "Waiver",
  emergency_care: "Care in an emergency",
  photo: "Photos",
  conduct: "Rules of conduct",
  notice: "Notice",
};

const schema = object({
  kind: string<Kind>().required("Please choose what it is about."),
  title: requiredText(AgreementTextInput.title.maxLength, "Please enter a title."),
  body: requiredText(AgreementTextInput.body.maxLength, "Please write the text."),
  required: boolean().default(false),
});

interface TextDialogProps {
  /** The version to replace, `"new"` for a text of another kind, or null while the dialog is closed. */
  text: TextVersion | "new" | null;
  /** The kinds that have a text. */
  kinds: readonly Kind[];
  refresh: () => Promise<unknown>;
  close: () => void;
}

/** A dialog to publish the next version of a text, or the first one, with a preview. */
export function TextDialog({ text, kinds, refresh, close }: TextDialogProps) {
  const current = text === "new" ? null : text;
  const save = async (values: TextValues) => {
    await request(path("/agreementTexts"), { method: "POST", body: values });
    return `“${values.title}” has been published.`;
  };
  const free = (Object.keys(KINDS) as Kind[]).filter((kind) => !kinds.includes(kind));
  const { kind = free[0] ?? "notice", title = "", body = "", required = true } = current ?? {};
  return (
    <FormDialog<TextValues>
      title={current ? `New version of “${current.title}”` : "Add an agreement"}
      open={text !== null}
      close={close}
      initial={{ kind, title, body, required }}
      schema={schema}
      save={save}
      refresh={refresh}
      draft={`agreement-${current?.kind ?? "new"}`}
      keepsDraft
      confirm="Publish"
    >
      {current ? (
        <p>Families who signed version {current.version} will have to sign the new one.</p>
      ) : (
        <SelectField
          name="kind"
          label="About"
          options={free.map((each) => [each, KINDS[each]])}
          hint={`Families may refuse “${KINDS.photo}”.`}
        />
      )}
      <Field name="title" label="Title" required />
      <TextArea name="body" label="Text" rows={8} max={AgreementTextInput.body.maxLength} />
      <CheckField name="required" label="Ask families until they've answered" />
      <Preview />
    </FormDialog>
  );
}

/** The text as families see it. */
function Preview() {
  const { title, body } = useFormikContext<TextValues>().values;
  if (!body) return null;
  return (
    <section aria-label="Preview">
      <h3 className="fs-6">Preview: {title}</h3>
      <AgreementBody title={title} body={body} />
    </section>
  );
}
