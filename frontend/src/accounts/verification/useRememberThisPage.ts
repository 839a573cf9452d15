import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { rememberPage } from "../session/returnTo";

/** Remembers the current page while `interrupted`, because the user first has to verify their address. */
export function useRememberThisPage(interrupted: boolean): void {
  const location = useLocation();
  useEffect(() => {
    if (interrupted) rememberPage(location);
  }, [interrupted, location]);
}
