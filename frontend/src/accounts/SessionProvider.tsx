import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { pages } from "../shared/paths";
import { keepBearerWith } from "../shared/request";
import { PersonContext, useForget } from "../shared/resources";
import { DELETED_KEY, TOKEN_KEY } from "../shared/storage";
import { useSay } from "../shared/Toasts";
import { Session, type SessionState } from "./session";

const SessionContext = createContext<Session | null>(null);

/** The session itself, to log in and out with. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs <SessionProvider> around it.");
  return session;
}

/** Who is logged in, as it changes. */
export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.snapshot);
}

/** Runs the session for everything inside, and leads to /login when the server ends it. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session] = useState(() => new Session());
  useSessionEvents(session);
  return (
    <SessionContext.Provider value={session}>
      <PersonOf session={session}>{children}</PersonOf>
    </SessionContext.Provider>
  );
}

function PersonOf({ session, children }: { session: Session; children: ReactNode }) {
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  useFarewell(state);
  return (
    <PersonContext.Provider value={state.status === "in" ? state.person.email : null}>
      {children}
    </PersonContext.Provider>
  );
}

/** What reaches the session from outside: requests, other tabs, waking up. */
function useSessionEvents(session: Session): void {
  useEffect(() => {
    const release = keepBearerWith(session);
    const stored = (event: StorageEvent) => {
      // A null key means that all of the storage was cleared.
      if (event.key === DELETED_KEY && event.newValue !== null) session.forgetDeleted();
      if (event.key === TOKEN_KEY || event.key === null) session.follow(event.newValue);
    };
    const shown = () => document.visibilityState === "visible" && session.wake();
    window.addEventListener("storage", stored);
    document.addEventListener("visibilitychange", shown);
    window.addEventListener("online", session.reconnect);
    void session.start();
    return () => {
      release();
      window.removeEventListener("storage", stored);
      document.removeEventListener("visibilitychange", shown);
      window.removeEventListener("online", session.reconnect);
      session.stop();
    };
  }, [session]);
}

const FAREWELL = {
  expired: "Your session has ended. Please log in again.",
  forbidden: "This account may not do that, so you have been logged out.",
};

/** When a session ends, nothing of it stays in the cache; when the server ended it, the way leads to /login and back. */
function useFarewell(state: SessionState): void {
  const navigate = useNavigate();
  const forget = useForget();
  const say = useSay();
  const from = useLocation();
  const here = useRef(from);
  here.current = from;
  useEffect(() => {
    if (state.status !== "out" || state.because === "nobody") return;
    void forget();
    if (state.because === "person") return;
    if (state.because === "deleted") return say("Your account has been deleted.");
    say(FAREWELL[state.because], "warning");
    navigate(pages.logIn, { state: { from: here.current }, replace: true });
  }, [state, navigate, forget, say]);
}
