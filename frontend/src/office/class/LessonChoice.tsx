import { useSearchParams } from "react-router-dom";
import { type Lesson, lessonText } from "../../classes/model/lessons";
import { FilterSelect } from "../../shared/forms/Filters";
import { withParameters } from "../../shared/hooks/useSearchState";

interface LessonChoiceProps {
  label: string;
  lessons: readonly Lesson[];
  lesson: Lesson;
}

/** A list in which the user chooses one of several lessons, which is then part of the address. */
export function LessonChoice({ label, lessons, lesson }: LessonChoiceProps) {
  const [query, setQuery] = useSearchParams();
  const choose = (id: string) =>
    setQuery(withParameters(query, { lesson: id }), { replace: true, preventScrollReset: true });
  return (
    <FilterSelect
      label={label}
      options={lessons.map((each) => [each._id, lessonText(each)])}
      value={lesson._id}
      onChange={choose}
    />
  );
}

/** The lesson that the address names, else this one. */
export function useChosenLesson(
  lessons: readonly Lesson[],
  otherwise: Lesson | undefined,
): Lesson | undefined {
  const id = useSearchParams()[0].get("lesson");
  return lessons.find(({ _id }) => _id === id) ?? otherwise;
}
