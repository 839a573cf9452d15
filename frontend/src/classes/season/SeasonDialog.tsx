import { type InferType, object, string } from "yup";
import { SeasonInput } from "../../shared/api/bounds.gen";
import { config } from "../../shared/config";
import { Field } from "../../shared/forms/Field";
import { FormDialog } from "../../shared/forms/FormDialog";
import { optionalNumber, requiredText } from "../../shared/forms/textSchema";
import { siteClockOf, siteDayOf, siteInstant } from "../../shared/siteTime";
import type { Season } from "../model/seasons";
import { type SeasonValues, saveSeason, useRefreshSeasons } from "./api";

/** Days as `2027-06-14`, times of day on the camp's clock as `09:00`. */
const schema = object({
  name: requiredText(SeasonInput.name.maxLength, "Please enter a name."),
  startsOn: string().required("Please choose the first day."),
  endsOn: string()
    .required("Please choose the last day.")
    .test(
      "order",
      "The last day must not be before the first one.",
      (day, { parent }) => parent.startsOn === "" || day >= parent.startsOn,
    ),
  opensOn: string().default(""),
  opensTime: string().default(""),
  returningOn: string()
    .default("")
    .test(
      "order",
      "Registration for returning families must open before everybody's.",
      (day, { parent }) => day === "" || isEarlier(parent),
    ),
  returningTime: string().default(""),
  siblingPercent: optionalNumber(0, SeasonInput.siblingPercent.maximum),
});

/** A season as typed. */
type SeasonDraft = InferType<typeof schema>;

function isEarlier({ opensOn, opensTime, returningOn, returningTime }: Record<string, string>): boolean {
  return opensOn !== "" && `${returningOn} ${returningTime}` < `${opensOn} ${opensTime}`;
}

/** The name under which the typed values of a season, or of a new one, are saved if the session ends. */
export function seasonDraftName(season: Season | null): string {
  return `season-${season?._id ?? "new"}`;
}

interface SeasonDialogProps {
  /** Null for a new one. */
  season: Season | null;
  open: boolean;
  close: () => void;
  /** Called with its id. */
  saved: (id: string) => void;
}

/** The dialog in which an admin creates or changes a season. */
export function SeasonDialog({ season, open, close, saved }: SeasonDialogProps) {
  const refresh = useRefreshSeasons();
  const save = async (draft: SeasonDraft) => {
    const id = await saveSeason(season?._id ?? null, toValues(draft));
    await refresh();
    saved(id);
    return season ? "The season has been changed." : `${draft.name} has been added.`;
  };
  return (
    <FormDialog
      title={season ? `Edit ${season.name}` : "New season"}
      open={open}
      close={close}
      initial={toDraft(season)}
      schema={schema}
      save={save}
      draft={seasonDraftName(season)}
      confirm={season ? "Save Season" : "Add Season"}
    >
      <Field name="name" label="Name" required hint="Such as: Summer 2027." />
      <div className="field-pair">
        <Field name="startsOn" label="First day" type="date" required />
        <Field name="endsOn" label="Last day" type="date" required />
      </div>
      <p className="form-text">
        Times are in {config.timeZoneName}, the camp's time zone. Without an opening day the classes are
        shown, but nobody can book them.
      </p>
      <div className="field-pair">
        <Field name="opensOn" label="Registration opens on (optional)" type="date" />
        <Field name="opensTime" label="At" type="time" />
      </div>
      <div className="field-pair">
        <Field
          name="returningOn"
          label="For returning families (optional)"
          type="date"
          hint="Families with a seat in an earlier season."
        />
        <Field name="returningTime" label="Returning families, at" type="time" />
      </div>
      <Field
        name="siblingPercent"
        label="Sibling discount in percent (optional)"
        inputMode="numeric"
        hint="For every child of a family beyond the first. Seats that are booked keep their price."
      />
    </FormDialog>
  );
}

const NINE = "09:00";

function toDraft(season: Season | null): SeasonDraft {
  const { name = "", startsOn = "", endsOn = "", opensAt = null, returningOpensAt = null } = season ?? {};
  return {
    name,
    startsOn,
    endsOn,
    opensOn: opensAt === null ? "" : siteDayOf(opensAt),
    opensTime: opensAt === null ? NINE : siteClockOf(opensAt),
    returningOn: returningOpensAt === null ? "" : siteDayOf(returningOpensAt),
    returningTime: returningOpensAt === null ? NINE : siteClockOf(returningOpensAt),
    siblingPercent: season?.siblingPercent ? String(season.siblingPercent) : "",
  };
}

function toValues({ name, startsOn, endsOn, ...times }: SeasonDraft): SeasonValues {
  return {
    name,
    startsOn,
    endsOn,
    opensAt: instantOf(times.opensOn, times.opensTime),
    returningOpensAt: instantOf(times.returningOn, times.returningTime),
    siblingPercent: Number(times.siblingPercent),
  };
}

/** Midnight if the time of day is empty. */
function instantOf(day: string, timeOfDay: string): string | null {
  return day === "" ? null : siteInstant(day, timeOfDay || "00:00");
}
