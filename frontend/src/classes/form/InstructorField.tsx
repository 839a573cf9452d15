import { useEffect } from "react";
import { usePublicData } from "../../shared/api/resources";
import { FormField, useFormField } from "../../shared/forms/FormField";
import { calls } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";
import { instructorOptions } from "../model/instructors";

export interface Instructor {
  name: string;
  email: string;
}

interface InstructorFieldProps {
  label: string;
  /** The id of an instructor to leave out. */
  except?: string;
  /** Called with the chosen instructor, also after a draft has been restored. Must be stable. */
  onChoose?: (instructor: Instructor) => void;
}

/** The input `instructorId` of a Form: one of the instructors. */
export function InstructorField({ label, except, onChoose }: InstructorFieldProps) {
  const { data, error, mutate } = usePublicData(calls.instructors);
  const { input, inputProps, error: problem } = useFormField("instructorId", null);
  const chosen = data?.find(({ _id }) => _id === input.value);
  useEffect(() => {
    if (chosen) onChoose?.(chosen);
  }, [chosen, onChoose]);
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  return (
    <FormField id={inputProps.id} label={label} required error={problem}>
      <select {...input} {...inputProps} className="form-select" disabled={!data}>
        <option value="">Choose an instructor</option>
        {instructorOptions(data ?? [])
          .filter(([id]) => id !== except)
          .map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
    </FormField>
  );
}
