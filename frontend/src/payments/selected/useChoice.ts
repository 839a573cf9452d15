import { useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import type { Selection } from "../../classes/api";
import { useOrderQuote } from "../api";
import { selectionIdsIn, unpayableReason, withPrices } from "./selections";

/** What the student chooses to pay for together. The prices are those of an order of all that is chosen. */
export interface Choice {
  /** All selections. */
  rows: readonly Selection[];
  /** Those that the student can pay for. */
  payable: readonly Selection[];
  chosen: readonly Selection[];
  /** How many can be chosen. */
  limit: number;
  /** Whether no more can be chosen. */
  isFull: boolean;
  /** Adds the selection to the choice, or removes it. */
  toggle: (selection: Selection) => void;
}

/** Keeps the choice among these selections: at first all that the student can pay for, up to the limit. */
export function useChoice(selections: readonly Selection[], limit: number): Choice {
  const [ids, setIds] = useIdsInUrl();
  const payable = selections.filter((selection) => unpayableReason(selection) === null);
  const chosen = payable.filter(({ _id }) => ids?.includes(_id) ?? true).slice(0, limit);
  const { data: quote } = useOrderQuote(chosen);
  const rows = withPrices(selections, quote?.lines ?? []);
  const pricedOf = (some: readonly Selection[]) =>
    rows.filter((row) => some.some(({ _id }) => _id === row._id));
  const toggle = ({ _id }: Selection) => {
    const others = chosen.flatMap((each) => (each._id === _id ? [] : [each._id]));
    setIds(others.length < chosen.length ? others : [...others, _id]);
  };
  return {
    rows,
    payable: pricedOf(payable),
    chosen: pricedOf(chosen),
    limit,
    isFull: chosen.length === limit,
    toggle,
  };
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
