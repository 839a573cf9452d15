import { useCallback, useState } from "react";
import type { SeasonRow } from "./rows";

export interface Choice {
  ids: ReadonlySet<string>;
  /** The chosen classes among those that the table shows. */
  chosen: readonly SeasonRow[];
  toggle: (id: string) => void;
  /** Chooses all classes that the table shows, or none if all are chosen. */
  toggleAll: () => void;
  clear: () => void;
}

/** The classes that are ticked in the table. */
export function useChosenClasses(matches: readonly SeasonRow[]): Choice {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = matches.filter(({ campClass }) => ids.has(campClass._id));
  const toggle = useCallback(
    (id: string) =>
      setIds((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    [],
  );
  const clear = useCallback(() => setIds(new Set()), []);
  const toggleAll = () => {
    if (chosen.length === matches.length) clear();
    else setIds(new Set(matches.map(({ campClass }) => campClass._id)));
  };
  return { ids, chosen, toggle, toggleAll, clear };
}
