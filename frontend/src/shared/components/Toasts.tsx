import {
  createContext,
  type FocusEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import CloseButton from "react-bootstrap/CloseButton";
import { Link } from "react-router-dom";
import { currentUserEmail } from "../api/request";
import { UserEmailContext } from "../api/resources";
import { pageHeading } from "../hooks/focus";

type Tone = "success" | "warning" | "error";

interface Message {
  id: number;
  tone: Tone;
  text: string;
  link: ToastLink | null;
  /** The e-mail address of the user who was logged in; null for nobody. */
  owner: string | null;
}

/** A page that continues what the message is about. */
type ToastLink = readonly [to: string, text: string];

type ShowToast = (text: string, tone?: Tone, link?: ToastLink) => void;

const SUCCESS_MS = 1500;
const ERROR_MS = 8000;
/** The number of messages under "Recent messages". */
const MAX_RECENT = 10;

const ToastContext = createContext<ShowToast | null>(null);
const RecentContext = createContext<readonly Message[]>([]);

/** Shows a toast: 1.5 s for a success, 8 s for a warning or an error. */
export function useToast(): ShowToast {
  const showToast = useContext(ToastContext);
  if (!showToast) throw new Error("useToast needs <Toasts> around it.");
  return showToast;
}

/** Provides `useToast` and shows the toasts. */
export function Toasts({ children }: { children: ReactNode }) {
  const [recent, setRecent] = useState<readonly Message[]>([]);
  const [shown, setShown] = useState<readonly Message[]>([]);
  const nextId = useRef(1);
  const showToast = useCallback<ShowToast>((text, tone = "success", link) => {
    const message = { id: nextId.current++, tone, text, link: link ?? null, owner: currentUserEmail() };
    setRecent((before) => [message, ...before].slice(0, MAX_RECENT));
    setShown((before) => [...before, message]);
  }, []);
  const close = (id: number) => setShown((before) => before.filter((each) => each.id !== id));
  const { onFocus, moveFocus } = useFocusAfterClosing();
  return (
    <ToastContext.Provider value={showToast}>
      <RecentContext.Provider value={recent}>{children}</RecentContext.Provider>
      <div className="toasts" role="status" aria-live="polite" aria-atomic="false" onFocus={onFocus}>
        {shown.map((message) => (
          <Toast key={message.id} message={message} close={() => close(message.id)} moveFocus={moveFocus} />
        ))}
      </div>
    </ToastContext.Provider>
  );
}

/** Remembers what had the focus before the toasts; `moveFocus` moves it to the next toast, or else back. */
function useFocusAfterClosing() {
  const before = useRef<EventTarget | null>(null);
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) before.current = relatedTarget;
  };
  const moveFocus = (from: HTMLElement) => {
    const buttons = [...document.querySelectorAll<HTMLElement>(".toasts button")];
    const next = buttons[buttons.indexOf(from) + 1] ?? buttons.find((button) => button !== from);
    const back = before.current instanceof HTMLElement && before.current.isConnected ? before.current : null;
    (next ?? back ?? pageHeading())?.focus({ preventScroll: true });
  };
  return { onFocus, moveFocus };
}

interface ToastProps {
  message: Message;
  close: () => void;
  moveFocus: (from: HTMLElement) => void;
}

function Toast({ message, close, moveFocus }: ToastProps) {
  const [paused, setPaused] = useState(false);
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => closeNow(), message.tone === "success" ? SUCCESS_MS : ERROR_MS);
    return () => clearTimeout(timer);
  }, [paused, message]);
  return (
    // Not react-bootstrap's Toast, which would be an assertive alert inside the polite region.
    // biome-ignore lint/a11y/noStaticElementInteractions: only pauses the timer that closes it
    <div
      className={`toast show toast-${message.tone}`}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div className="toast-header">
        <span className="me-auto text-body">
          {message.text}{" "}
          {message.link ? (
            <Link to={message.link[0]} onClick={close}>
              {message.link[1]}
            </Link>
          ) : null}
        </span>
        <CloseButton
          aria-label="Close message"
          onClick={({ currentTarget }) => {
            moveFocus(currentTarget);
            close();
          }}
        />
      </div>
    </div>
  );
}

/** The latest messages, for a user who missed a toast. Those of another user may name their children or payments. */
export function RecentMessages() {
  const email = useContext(UserEmailContext);
  const recent = useContext(RecentContext).filter(({ owner }) => owner === null || owner === email);
  if (recent.length === 0) return null;
  return (
    <details>
      <summary>Recent messages ({recent.length})</summary>
      <ul className="mb-0">
        {recent.map((message) => (
          <li key={message.id}>{message.text}</li>
        ))}
      </ul>
    </details>
  );
}
