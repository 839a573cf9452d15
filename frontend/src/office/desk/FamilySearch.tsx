import { useNavigate } from "react-router-dom";
import { usePaused } from "../../shared/hooks/usePaused";
import { useSearchState, withParameters } from "../../shared/hooks/useSearchState";
import { pages } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";
import { type FamilyRow, useFamilySearch } from "../api";
import { SearchBox } from "../search/SearchBox";

const PAUSE_MS = 150;

interface Search {
  text: string;
}

const parse = (query: URLSearchParams): Search => ({ text: query.get("q") ?? "" });
const write = ({ text }: Search, query: URLSearchParams) => withParameters(query, { q: text.trim() });

/** The field that finds a family by any word of its names, e-mail address or phone number. */
export function FamilySearch() {
  const [{ text }, change] = useSearchState(parse, write);
  const wanted = text.trim();
  const asked = usePaused(wanted, PAUSE_MS);
  const { data, error, mutate } = useFamilySearch(asked);
  const navigate = useNavigate();
  const isCurrent = asked === wanted && asked !== "";
  return (
    <>
      <SearchBox
        label="Find a family"
        hint="Type a name, a child's name, an email or a phone number, and press Enter."
        text={text}
        change={(next) => change({ text: next })}
        items={isCurrent ? (data ?? null) : null}
        keyOf={({ _id }) => _id}
        option={(family) => <FamilyOption family={family} />}
        choose={({ _id }) => {
          // Restarts the timer that writes the text into the URL: that would cancel the navigation.
          change({});
          void navigate(pages.family(_id));
        }}
      />
      {isCurrent && data?.length === 0 ? (
        <p>No family found. Try a shorter word, or add a new family.</p>
      ) : null}
      {isCurrent && error ? <ErrorState error={error} retry={() => mutate()} /> : null}
    </>
  );
}

function FamilyOption({ family: { name, email, phone, children } }: { family: FamilyRow }) {
  return (
    <>
      <span className="fw-semibold">{name || email}</span>
      <span>{children.map((child) => child.name).join(", ")}</span>
      <span className="search-details">{[phone, email].filter(Boolean).join(", ")}</span>
    </>
  );
}
