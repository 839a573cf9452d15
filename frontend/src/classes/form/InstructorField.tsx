import { useField } from "formik";
import { useEffect } from "react";
import { usePublicData } from "../../shared/api/resources";
import { SelectField } from "../../shared/forms/SelectField";
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
  const [{ value }] = useField<string>("instructorId");
  const chosen = data?.find(({ _id }) => _id === value);
  useEffect(() => {
    if (chosen) onChoose?.(chosen);
  }, [chosen, onChoose]);
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  return (
    <SelectField
      name="instructorId"
      label={label}
      any="Choose an instructor"
      options={instructorOptions(data ?? []).filter(([id]) => id !== except)}
      required
      disabled={!data}
    />
  );
}
