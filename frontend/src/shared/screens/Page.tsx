import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from "react";
import { type Location, useLocation } from "react-router-dom";
import { config } from "../config";
import { focusIfLost, focusIfUnused } from "../hooks/focus";

/** Sets the document title to `title | site name`, together with the content that it names. */
export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = `${title} | ${config.siteName}`;
  }, [title]);
}

/** The location at which the browser loaded the site. */
export const LoadedLocation = createContext<Location | null>(null);

/** The locations at which a page heading has already received the focus. */
const locationsWithFocusedHeading = new WeakSet<Location>();

/**
 * The heading of a page. It receives the focus after client-side navigation, so that a screen reader starts at the new
 * content; on the first page load the focus stays where the browser puts it. A heading that replaces a LoadingHeading
 * at the same location receives the focus only if the focus is lost.
 *
 * @param takesFocus also receives the focus on mount, unless the user has moved it to a link, a button or a field
 */
export function PageHeading({
  children,
  id,
  className = "",
  takesFocus = false,
}: {
  children: ReactNode;
  id?: string;
  className?: string;
  takesFocus?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const location = useLocation();
  const isNewPage = location !== useContext(LoadedLocation);
  const takeFocus = useEffectEvent(() => {
    if (takesFocus) focusIfUnused(heading.current);
    else if (isNewPage && locationsWithFocusedHeading.has(location)) focusIfLost();
    // The router scrolls a new page: to its top, or to where the user was before.
    else if (isNewPage) heading.current?.focus({ preventScroll: true });
    if (isNewPage) locationsWithFocusedHeading.add(location);
  });
  useEffect(() => takeFocus(), []);
  return (
    <h1 ref={heading} id={id} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}

/** The heading of a page whose title is not loaded yet. */
export function LoadingHeading({ title }: { title: string }) {
  usePageTitle(title);
  return <PageHeading className="visually-hidden">{title}</PageHeading>;
}
