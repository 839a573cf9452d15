import { useEffect, useId, useState } from "react";
import { useSearchParams } from "react-router-dom";

const PAUSE_MS = 300;
/** What the server takes. */
const LONGEST = 200;

/** A box to search people with; what is searched for stands in the address as `q`. */
export function PeopleSearch() {
  const id = useId();
  const [params, setParams] = useSearchParams();
  const searched = params.get("q") ?? "";
  const [typed, setTyped] = useState(searched);
  const [before, setBefore] = useState(searched);
  if (before !== searched) {
    setBefore(searched);
    // The address lost its search by a link, not by this box.
    if (searched === "") setTyped("");
  }
  useEffect(() => {
    const text = typed.trim();
    if (text === searched) return;
    const timer = setTimeout(() => setParams(text ? { q: text } : {}, { replace: true }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, searched, setParams]);
  return (
    <div className="people-search">
      <label className="form-label fw-semibold" htmlFor={id}>
        Search by name or email
      </label>
      <input
        id={id}
        type="search"
        className="form-control"
        maxLength={LONGEST}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </div>
  );
}
