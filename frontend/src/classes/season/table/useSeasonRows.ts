import { useCallback, useMemo } from "react";
import type { ReviewedClass } from "../../api";
import type { SeasonScope } from "../../model/seasons";
import { changeClass, type QuickChange, useConflicts, useSeasonClasses } from "../api";
import { rowsOf } from "./rows";

/** The classes of a season with their conflicts, and a function that changes one of them. */
export function useSeasonRows(season: SeasonScope) {
  const { data, error, mutate } = useSeasonClasses(season);
  // Without them the table still shows the classes.
  const { data: conflicts, mutate: refreshConflicts } = useConflicts(season);
  const rows = useMemo(() => data && rowsOf(data, conflicts ?? []), [data, conflicts]);
  const save = useCallback(
    async (campClass: ReviewedClass, changes: QuickChange) => {
      await changeClass(campClass, changes);
      const replaced = (each: ReviewedClass) =>
        each._id === campClass._id ? { ...each, ...changes, ...statusAfter(each) } : each;
      // More seats may be offered to the waitlist at once.
      const revalidate = changes.seats !== undefined && campClass.waiting > 0;
      await mutate((classes) => classes?.map(replaced), { revalidate });
      if (changes.place !== undefined) await refreshConflicts();
    },
    [mutate, refreshConflicts],
  );
  return { rows, error, retry: () => mutate(), save };
}

/** A denied class that changes becomes pending. */
function statusAfter({ status }: ReviewedClass): Partial<ReviewedClass> {
  return status === "Denied" ? { status: "Pending" } : {};
}
