import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { type Browsing, readBrowsing, writeBrowsing } from "./browsing";

/** Browsers let a page change its address only so often. */
const WRITE_AFTER_MS = 250;

/** How the list is looked at, as the address says it, and how to change that. */
export function useBrowsing(): [Browsing, (change: Partial<Browsing>) => void] {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  const [browsing, setBrowsing] = useState(() => readBrowsing(query));
  const address = query.toString();
  const known = useRef(address);
  useEffect(() => {
    if (address === known.current) return;
    // Back, forward or a link has changed it.
    known.current = address;
    setBrowsing(readBrowsing(new URLSearchParams(address)));
  }, [address]);
  useEffect(() => {
    const wanted = writeBrowsing(browsing, new URLSearchParams(known.current));
    if (wanted.toString() === known.current) return;
    const timer = setTimeout(() => {
      known.current = wanted.toString();
      setQuery(wanted, { replace: true, preventScrollReset: true, state });
    }, WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [browsing, setQuery, state]);
  const change = useCallback(
    (changes: Partial<Browsing>) => setBrowsing((before) => ({ ...before, ...changes })),
    [],
  );
  return [browsing, change];
}
