import { useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import type { Selection } from "../../classes/api";
import { selectionIdsIn, unpayableReason } from "./selections";

/** The selections that the student chooses to pay for together. */
export interface Choice {
  /** Those that the student can pay for. */
  payable: readonly Selection[];
  chosen: readonly Selection[];
  /** How many can be chosen. */
  limit: number;
  /** Whether no more can be chosen. */
  isFull: boolean;
  /** Adds the selection to the choice, or removes it. */
  toggle: (selection: Selection) => void;
  /** Chooses all payable selections up to the limit, or clears the choice if all are chosen. */
  toggleAll: () => void;
}

/** Keeps the choice among these selections: at first all that the student can pay for, up to the limit. */
export function useChoice(selections: readonly Selection[], limit: number): Choice {
  const [ids, setIds] = useIdsInUrl();
  const payable = selections.filter((selection) => unpayableReason(selection) === null);
  const chosen = payable.filter(({ _id }) => ids?.includes(_id) ?? true).slice(0, limit);
  const all = payable.slice(0, limit);
  const choose = (next: readonly Selection[]) => setIds(next.map(({ _id }) => _id));
  const toggle = (selection: Selection) => {
    const others = chosen.filter((each) => each !== selection);
    choose(others.length < chosen.length ? others : [...chosen, selection]);
  };
  const toggleAll = () => choose(chosen.length === all.length ? [] : all);
  return { payable, chosen, limit, isFull: chosen.length === limit, toggle, toggleAll };
}

/** The ids of the chosen selections, also stored in the URL so that Back restores them. Null before the student chooses. */
function useIdsInUrl(): [readonly string[] | null, (ids: readonly string[]) => void] {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  const [ids, setIds] = useState<readonly string[] | null>(() =>
    query.has("selections") ? selectionIdsIn(query) : null,
  );
  const change = (next: readonly string[]) => {
    setIds(next);
    // Updates the URL immediately: a delayed update would cancel a navigation to the checkout.
    setQuery(
      { selections: next.join() },
      {
        replace: true,
        preventScrollReset: true,
        state,
      },
    );
  };
  return [ids, change];
}
