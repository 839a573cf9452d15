/** What can be done with the chosen classes at once. */
import { object, string } from "yup";
import { EarlyPricesInput, FeedbackInput } from "../../../shared/api/bounds.gen";
import { Field } from "../../../shared/forms/Field";
import { SelectField } from "../../../shared/forms/SelectField";
import { TextArea } from "../../../shared/forms/TextArea";
import { optionalNumber, textUpTo } from "../../../shared/forms/textSchema";
import { lastDayOfEarlyPrice } from "../../form/schema";
import { classCount } from "../../model/facts";
import { NO_SEASON, type Season } from "../../model/seasons";
import { approve } from "../../review/approve";
import { changeMany } from "../api";
import { ScrolledList } from "../ScrolledList";
import { type Many, ManyDialog } from "./ManyDialog";
import { Overlaps } from "./Overlaps";
import type { SeasonRow } from "./rows";

interface OfRows extends Many {
  rows: readonly SeasonRow[];
}

function classesOf(rows: readonly SeasonRow[]) {
  return rows.map(({ campClass }) => campClass);
}

/** `rows`: the pending ones. */
export function ApproveDialog({ rows, ...many }: OfRows) {
  const overlapping = rows.filter(({ overlaps }) => overlaps.length > 0);
  return (
    <ManyDialog
      {...many}
      title={`Approve ${classCount(rows.length)}?`}
      count={rows.length}
      confirm="Approve"
      done="approved"
      initial={{}}
      schema={object({})}
      send={() => approve(...classesOf(rows))}
    >
      <p>
        Everybody can see them at once. Families can book them{" "}
        {many.season._id === null
          ? "when the registration of their season is open, without a season at once"
          : `when the registration of ${many.season.name} is open`}
        .
      </p>
      {overlapping.length > 0 ? (
        <ScrolledList
          title={overlapping.length === 1 ? "1 has a conflict:" : `${overlapping.length} have conflicts:`}
        >
          {overlapping.map(({ campClass, overlaps }) => (
            <li key={campClass._id}>
              {campClass.nameClass}
              <Overlaps campClass={campClass} overlaps={overlaps} />
            </li>
          ))}
        </ScrolledList>
      ) : null}
    </ManyDialog>
  );
}

const MAX_FEEDBACK = FeedbackInput.feedback.maxLength;

/** `rows`: the pending ones. */
export function DenyDialog({ rows, ...many }: OfRows) {
  return (
    <ManyDialog
      {...many}
      title={`Deny ${classCount(rows.length)}?`}
      count={rows.length}
      confirm="Deny"
      variant="danger"
      done="denied"
      initial={{ feedback: "" }}
      schema={object({ feedback: textUpTo(MAX_FEEDBACK) })}
      send={({ feedback }) => changeMany.deny(classesOf(rows), feedback)}
    >
      <TextArea
        name="feedback"
        label="Feedback (optional)"
        rows={4}
        hint="Their instructors read it."
        max={MAX_FEEDBACK}
      />
    </ManyDialog>
  );
}

const earlySchema = object({
  percent: optionalNumber(1, EarlyPricesInput.percent.maximum),
  until: lastDayOfEarlyPrice("percent"),
});

export function EarlyPriceDialog({ rows, ...many }: OfRows) {
  const send = ({ percent, until }: { percent: string; until: string }) =>
    percent === ""
      ? changeMany.earlyPrice(classesOf(rows), null, null)
      : changeMany.earlyPrice(classesOf(rows), Number(percent), until);
  return (
    <ManyDialog
      {...many}
      title={`Early price of ${classCount(rows.length)}`}
      count={rows.length}
      confirm="Set Early Price"
      done="changed"
      initial={{ percent: "", until: "" }}
      schema={earlySchema}
      send={send}
    >
      <div className="field-pair">
        <Field
          name="percent"
          label="Percent less"
          inputMode="numeric"
          hint="Rounded down to the dollar. Empty: no early price."
        />
        <Field name="until" label="Until" type="date" hint="Its last day." />
      </div>
    </ManyDialog>
  );
}

const seasonSchema = object({ slug: string().required("Please choose a season.") });

export function SetSeasonDialog({ rows, seasons, ...many }: OfRows & { seasons: readonly Season[] }) {
  const others = seasons
    .filter(({ _id }) => _id !== many.season._id)
    .map(({ slug, name }) => [slug, name] as const);
  return (
    <ManyDialog
      {...many}
      title={`Move ${classCount(rows.length)}`}
      count={rows.length}
      confirm="Set Season"
      done="moved"
      initial={{ slug: "" }}
      schema={seasonSchema}
      send={({ slug }) => changeMany.season(classesOf(rows), slug === NO_SEASON.slug ? null : slug)}
    >
      <SelectField
        name="slug"
        label="Season"
        any="Choose a season"
        options={[...others, [NO_SEASON.slug, "No season: open once approved"]]}
      />
    </ManyDialog>
  );
}
