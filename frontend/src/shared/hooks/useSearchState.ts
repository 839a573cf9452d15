import { useCallback, useContext, useEffect, useRef, useState } from "react";
import { UNSAFE_DataRouterContext, useLocation, useNavigation, useSearchParams } from "react-router-dom";

/** Browsers limit how often a page may change its URL. */
const WRITE_DELAY_MS = 250;

/** Returns the query with these parameters; an empty value removes one. Other parameters stay. */
export function withParameters(query: URLSearchParams, values: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) {
    if (value === "") next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/**
 * State that is kept in the query of the URL. It changes immediately; the URL follows when the user pauses.
 *
 * @param parse reads the state from a query
 * @param write returns the query with the state written into it; other parameters stay
 */
export function useSearchState<State extends object>(
  parse: (query: URLSearchParams) => State,
  write: (state: State, query: URLSearchParams) => URLSearchParams,
): [State, (changes: Partial<State>) => void] {
  const [query, setQuery] = useSearchParams();
  const { state: routerState } = useLocation();
  // A change of the URL would cancel the navigation to a page that is still loading. React renders the start of a
  // navigation later than the router knows of it, so the router itself is asked once more before the URL is written.
  const isLeaving = useNavigation().state !== "idle";
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const [state, setState] = useState(() => parse(query));
  const url = query.toString();
  const lastUrl = useRef(url);
  useEffect(() => {
    if (url === lastUrl.current) return;
    // The URL was changed by a link, or by the browser's Back and Forward.
    lastUrl.current = url;
    setState(parse(new URLSearchParams(url)));
  }, [url, parse]);
  useEffect(() => {
    const next = write(state, new URLSearchParams(lastUrl.current));
    if (isLeaving || next.toString() === lastUrl.current) return;
    const timer = setTimeout(() => {
      if (router && router.state.navigation.state !== "idle") return;
      lastUrl.current = next.toString();
      setQuery(next, { replace: true, preventScrollReset: true, state: routerState });
    }, WRITE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [state, write, setQuery, routerState, isLeaving, router]);
  const change = useCallback(
    (changes: Partial<State>) => setState((before) => ({ ...before, ...changes })),
    [],
  );
  return [state, change];
}
