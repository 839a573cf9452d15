import { createContext, useContext, useLayoutEffect } from "react";
import { type createBrowserRouter, type Location, ScrollRestoration, useLocation } from "react-router-dom";
import { pages } from "../shared/paths";

export const RouterContext = createContext<ReturnType<typeof createBrowserRouter> | null>(null);

/** Restores the scroll position after Back, Forward and a reload. A new page starts at its top. */
export function RestoreScroll() {
  return (
    <>
      <ScrollRestoration getKey={scrollKeyOf} />
      <ScrollWhilePageGrows />
    </>
  );
}

let nextVisit = 1;

/**
 * The key of a scroll position. The key of a checkout page is never used again: after paying, Back leads to the top of the
 * result, not to the position in the form.
 */
function scrollKeyOf({ pathname, key }: Location): string {
  const isCheckout = pathname.startsWith(pages.payment("")) || pathname === pages.checkout;
  return isCheckout ? `${key} ${nextVisit++}` : key;
}

/**
 * Gives the history entry of a page that the browser has loaded a key of its own, before the router reads it. Otherwise all
 * these pages would share a scroll position. The entry keeps the key after a reload; a new visit is a new entry.
 */
export function identifyLoadedPage(): void {
  const state = history.state as { key?: string } | null;
  if (!state?.key) history.replaceState({ ...state, key: Math.random().toString(36).slice(2, 10) }, "");
}

/** Must follow ScrollRestoration, which determines the position to restore but scrolls only once. */
function ScrollWhilePageGrows() {
  const router = useContext(RouterContext);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per location
  useLayoutEffect(() => {
    const position = router?.state.restoreScrollPosition;
    return position ? scrollWhilePageGrows(position) : undefined;
  }, [router, key]);
  return null;
}

const MAX_DURATION_MS = 10_000;
const USER_INPUTS = ["wheel", "touchmove", "pointerdown", "keydown"];

/**
 * Scrolls to the position as soon as the page is long enough: a list renders or loads its later rows after the first
 * ones. Ends when the user does something. Returns a function that ends it.
 */
function scrollWhilePageGrows(position: number): () => void {
  const ended = new AbortController();
  const end = () => ended.abort();
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, position);
    // A browser may round the position.
    if (window.scrollY > position - 1) end();
  });
  const timer = setTimeout(end, MAX_DURATION_MS);
  ended.signal.addEventListener("abort", () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  for (const type of USER_INPUTS) window.addEventListener(type, end, { signal: ended.signal, passive: true });
  observer.observe(document.body);
  return end;
}
