import type { ReactNode } from "react";
import Button, { type ButtonProps } from "react-bootstrap/Button";

interface BusyButtonProps extends ButtonProps {
  busy: boolean;
  children: ReactNode;
}

/** A button that ignores clicks while busy. It keeps its width and its position in the tab order. */
export function BusyButton({ busy, children, className = "", onClick, ...rest }: BusyButtonProps) {
  return (
    <Button
      {...rest}
      className={`${className} ${busy ? "btn-busy" : ""}`}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className="btn-label">{children}</span>
      {busy ? (
        <span className="spinner-border spinner-border-sm">
          <span className="visually-hidden">{children}, please wait</span>
        </span>
      ) : null}
    </Button>
  );
}
