import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { config } from "./config";

/** Puts `Page | site name` into the window's title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} | ${config.siteName}`;
  }, [title]);
}

/**
 * The heading of a page. Coming from another page the focus moves here, so that a screen reader starts where the
 * news is; on the first page of a visit it stays where the browser puts it.
 *
 * @param news whether it takes the place of what somebody was just using, and with it the focus
 */
export function PageHeading({
  children,
  className = "",
  news = false,
}: {
  children: ReactNode;
  className?: string;
  news?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const arrived = useRef(key);
  const begunWith = useRef(news);
  useEffect(() => {
    if (begunWith.current || arrived.current !== "default") heading.current?.focus();
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
