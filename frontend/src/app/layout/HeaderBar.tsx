import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { Basket } from "./Basket";
import { Brand } from "./Brand";

interface HeaderBarProps {
  as: "nav" | "header";
  /** The accessible name of the bar. */
  label?: string;
  /** Contains one of Bootstrap's `navbar-expand-*`. */
  className: string;
  containerClassName: string;
  /** The button that opens the menu. */
  button: { className: string; label?: string; content: ReactNode };
  /** What is in the bar on a large screen, and in the menu on a smaller one. */
  children: (isMenuOpen: boolean) => ReactNode;
}

/** The bar at the top of every layout. On a small screen, a button opens its menu, which lies over the page. */
export function HeaderBar({
  as: Bar,
  label,
  className,
  containerClassName,
  button,
  children,
}: HeaderBarProps) {
  const menu = useMenu();
  return (
    <Bar ref={menu.bar} aria-label={label} className={`site-bar navbar navbar-light sticky-top ${className}`}>
      <div className={containerClassName}>
        <Brand />
        <Basket />
        <button
          ref={menu.button}
          type="button"
          className={button.className}
          aria-controls="main-menu"
          aria-expanded={menu.open}
          aria-label={button.label}
          onClick={() => menu.setOpen(!menu.open)}
        >
          {button.content}
        </button>
        <div id="main-menu" className={`navbar-collapse collapse ${menu.open ? "show" : ""}`}>
          {children(menu.open)}
        </div>
      </div>
    </Bar>
  );
}

/**
 * The state of the menu. It closes after a navigation, when the user clicks or focuses something outside the bar, and with
 * Escape, which moves the focus to its button.
 */
function useMenu() {
  const [open, setOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each navigation
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    const closeFromOutside = ({ target }: Event) => {
      if (!bar.current?.contains(target as Node)) setOpen(false);
    };
    const types = ["pointerdown", "focusin"];
    document.addEventListener("keydown", closeOnEscape);
    for (const type of types) document.addEventListener(type, closeFromOutside);
    return () => {
      document.removeEventListener("keydown", closeOnEscape);
      for (const type of types) document.removeEventListener(type, closeFromOutside);
    };
  }, [open]);
  return { open, setOpen, bar, button };
}
