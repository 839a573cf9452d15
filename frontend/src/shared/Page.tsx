import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from "react";
import { type Location, useLocation } from "react-router-dom";
import { config } from "./config";

/** Sets the document title to `title | site name`, together with the content that it names. */
export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = `${title} | ${config.siteName}`;
  }, [title]);
}

/** The location at which the browser loaded the site. */
export const LoadedLocation = createContext<Location | null>(null);

/**
 * The heading of a page. It receives the focus after client-side navigation, so that a screen reader starts at the new
 * content; on the first page load the focus stays where the browser puts it.
 *
 * @param takesFocus also receives the focus on mount, because it replaces the element that the user was using
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
  const isNewPage = useLocation() !== useContext(LoadedLocation);
  // The router scrolls a new page: to its top, or to where the user was before.
  const onMount = useRef({ focus: isNewPage || takesFocus, preventScroll: !takesFocus });
  useEffect(() => {
    const { focus, ...options } = onMount.current;
    if (focus) heading.current?.focus(options);
  }, []);
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
