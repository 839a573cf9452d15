import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import CloseButton from "react-bootstrap/CloseButton";

export type Tone = "success" | "warning" | "error";

interface Message {
  id: number;
  tone: Tone;
  text: string;
}

type Say = (text: string, tone?: Tone) => void;

const SUCCESS_MS = 1500;
const TROUBLE_MS = 8000;
/** How many messages can be read again. */
const KEPT = 10;

const SayContext = createContext<Say | null>(null);
const SaidContext = createContext<readonly Message[]>([]);

/** Says something in a pop-up: a success for 1.5 s, trouble for longer. It can be read again under "Recent messages". */
export function useSay(): Say {
  const say = useContext(SayContext);
  if (!say) throw new Error("useSay needs <Toasts> around it.");
  return say;
}

/** Gives everything inside a voice, and shows what it says. */
export function Toasts({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<readonly Message[]>([]);
  const [shown, setShown] = useState<readonly Message[]>([]);
  const next = useRef(1);
  const say = useCallback<Say>((text, tone = "success") => {
    const message = { id: next.current++, tone, text };
    setSaid((before) => [message, ...before].slice(0, KEPT));
    setShown((before) => [...before, message]);
  }, []);
  const close = useCallback(
    (id: number) => setShown((before) => before.filter((each) => each.id !== id)),
    [],
  );
  const region = useMemo(
    () => shown.map((message) => <Popup key={message.id} message={message} close={close} />),
    [shown, close],
  );
  return (
    <SayContext.Provider value={say}>
      <SaidContext.Provider value={said}>{children}</SaidContext.Provider>
      <div className="toasts" role="status" aria-live="polite" aria-atomic="false">
        {region}
      </div>
    </SayContext.Provider>
  );
}

function Popup({ message, close }: { message: Message; close: (id: number) => void }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => close(message.id), message.tone === "success" ? SUCCESS_MS : TROUBLE_MS);
    return () => clearTimeout(timer);
  }, [held, message, close]);
  return (
    // Not react-bootstrap's Toast, which would be an assertive alert inside the polite region.
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever reads or closes it makes it stay
    <div
      className={`toast show toast-${message.tone}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="toast-header">
        <span className="me-auto text-body">{message.text}</span>
        <CloseButton aria-label="Close message" onClick={() => close(message.id)} />
      </div>
    </div>
  );
}

/** What was said lately, for who missed a pop-up. */
export function RecentMessages() {
  const said = useContext(SaidContext);
  if (said.length === 0) return null;
  return (
    <details>
      <summary>Recent messages ({said.length})</summary>
      <ul className="mb-0">
        {said.map((message) => (
          <li key={message.id}>{message.text}</li>
        ))}
      </ul>
    </details>
  );
}
