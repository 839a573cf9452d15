import { useId } from "react";
import { instructorOptions } from "../../classes/model/instructors";
import { errorMessage } from "../../shared/api/errors";
import { request } from "../../shared/api/request";
import { usePublicData } from "../../shared/api/resources";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import { calls } from "../../shared/paths";
import type { TodayLesson } from "./api";

interface SubstituteFieldProps {
  lesson: TodayLesson;
  refresh: () => Promise<void>;
}

/** Lets an admin choose who teaches this lesson. Without a network it only says who does. */
export function SubstituteField({ lesson, refresh }: SubstituteFieldProps) {
  const id = useId();
  const toast = useToast();
  const { data } = usePublicData(calls.instructors);
  const { run, busy } = useAction(
    async (substituteId: string | null) => {
      await request(calls.lesson(lesson.lessonId), { method: "PATCH", body: { substituteId } });
      await refresh();
    },
    (error) => toast(errorMessage(error), "error"),
  );
  const chosen = [
    { _id: lesson.substituteId ?? "", name: lesson.substituteName ?? lesson.instructorName, email: "" },
  ];
  return (
    <div className="d-flex flex-wrap row-gap-1 column-gap-3 align-items-center no-print">
      <label htmlFor={id}>Taught today by</label>
      <select
        id={id}
        className="form-select w-auto"
        value={lesson.substituteId ?? ""}
        disabled={busy || !data}
        onChange={({ target }) => void run(target.value || null)}
      >
        <option value="">{lesson.instructorName}</option>
        {instructorOptions(data ?? chosen)
          .filter(([id]) => id !== lesson.instructorId)
          .map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
    </div>
  );
}
