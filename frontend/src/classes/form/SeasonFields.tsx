import { useFormikContext } from "formik";
import { Field } from "../../shared/forms/Field";
import { SelectField } from "../../shared/forms/SelectField";
import { useSeasons } from "../model/seasons";
import type { ClassDraft } from "./schema";

/** The season of a class, and how many seats must be sold. Only an admin can move a class to another season. */
export function SeasonFields({ isAdmin }: { isAdmin: boolean }) {
  const { data: seasons = [] } = useSeasons();
  const { initialValues } = useFormikContext<ClassDraft>();
  const options = seasons
    .filter(({ slug }) => isAdmin || initialValues.season === "" || slug === initialValues.season)
    .map(({ slug, name }) => [slug, name] as const);
  return (
    <div className="field-pair">
      {options.length > 0 ? (
        <SelectField
          name="season"
          label="Season (optional)"
          any={isAdmin || initialValues.season === "" ? "No season: open once approved" : undefined}
          options={options}
          hint="Says when families can book the class."
        />
      ) : null}
      <Field
        name="minSeats"
        label="Minimum to take place (optional)"
        inputMode="numeric"
        hint="How many students it needs."
      />
    </div>
  );
}
