import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { setAuthSession } from "../../shared/api/request";
import { UserEmailContext, useClearUserData } from "../../shared/api/resources";
import { useToast } from "../../shared/components/Toasts";
import { pages } from "../../shared/paths";
import { ENDED_KEY, readStorage, TOKEN_KEY } from "../../shared/storage";
import { Session } from "./session";
import type { LogoutReason, SessionState } from "./state";

const SessionContext = createContext<Session | null>(null);

/** The session object, with the operations such as logging in and out. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs <SessionProvider> around it.");
  return session;
}

/** The state of the session. Rerenders the component when it changes. */
export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.snapshot);
}

/** Provides the session, and navigates to the login page when the server ends it. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session] = useState(() => new Session());
  useSessionEvents(session);
  return (
    <SessionContext.Provider value={session}>
      <UserEmailProvider session={session}>{children}</UserEmailProvider>
    </SessionContext.Provider>
  );
}

function UserEmailProvider({ session, children }: { session: Session; children: ReactNode }) {
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  useSessionEnd(state);
  return (
    <UserEmailContext.Provider value={state.status === "in" ? state.user.email : null}>
      {children}
    </UserEmailContext.Provider>
  );
}

/** Connects the session to API requests, to other tabs, and to this tab's visibility and network events. */
function useSessionEvents(session: Session): void {
  // Before the first paint, which then shows the page of a remembered user instead of a progress bar.
  useLayoutEffect(() => {
    const disconnect = setAuthSession(session);
    let reason: LogoutReason | undefined;
    const onStorage = (event: StorageEvent) => {
      if (event.key === ENDED_KEY && event.newValue !== null) reason = event.newValue as LogoutReason;
      // The key is null if the whole storage was cleared.
      if (event.key !== TOKEN_KEY && event.key !== null) return;
      // Reads the storage, not the event: events are late, and another tab may have logged in again meanwhile.
      session.syncToken(readStorage(TOKEN_KEY), reason);
      reason = undefined;
    };
    const onVisible = () => document.visibilityState === "visible" && session.renewIfDue();
    // A page in the back-forward cache receives no storage events.
    const onPageShow = ({ persisted }: PageTransitionEvent) =>
      persisted && session.syncToken(readStorage(TOKEN_KEY));
    window.addEventListener("storage", onStorage);
    window.addEventListener("pageshow", onPageShow);
    document.addEventListener("visibilitychange", onVisible);
    window.addEventListener("online", session.reconnect);
    void session.start();
    return () => {
      disconnect();
      window.removeEventListener("storage", onStorage);
      window.removeEventListener("pageshow", onPageShow);
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener("online", session.reconnect);
      session.stop();
    };
  }, [session]);
}

/** Clears the user's data when the session ends or starts over. If the server ended it, navigates to the login page, which leads back. */
function useSessionEnd(state: SessionState): void {
  const navigate = useNavigate();
  const clearUserData = useClearUserData();
  const toast = useToast();
  const from = useLocation();
  const goToLogin = useEffectEvent(() => navigate(pages.logIn, { state: { from }, replace: true }));
  useEffect(() => {
    if (state.status === "in" || state.status === "unreachable") return;
    void clearUserData();
    if (state.status === "loading" || state.reason === "none" || state.reason === "loggedOut") return;
    if (state.reason === "deleted") return toast("Your account has been deleted.");
    goToLogin();
  }, [state, clearUserData, toast]);
}
