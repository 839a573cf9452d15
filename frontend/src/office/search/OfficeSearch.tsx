import { useState } from "react";
import Button from "react-bootstrap/Button";
import { useNavigate } from "react-router-dom";
import type { ReviewedClass } from "../../classes/api";
import { usePublicData } from "../../shared/api/resources";
import { usePaused } from "../../shared/hooks/usePaused";
import { useSearchState, withParameters } from "../../shared/hooks/useSearchState";
import { calls, pages } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";
import { type FamilyRow, useFamilySearch } from "../api";
import { ClassOption, findClasses } from "./ClassSearch";
import { NewFamilyDialog } from "./NewFamilyDialog";
import { SearchBox } from "./SearchBox";
import "../office.scss";

const PAUSE_MS = 150;

interface Search {
  text: string;
}

type Found = { family: FamilyRow } | { campClass: ReviewedClass };

const parse = (query: URLSearchParams): Search => ({ text: query.get("q") ?? "" });
const write = ({ text }: Search, query: URLSearchParams) => withParameters(query, { q: text.trim() });

/** The field that finds a family by any word of its names, e-mail address or phone number, and a class. */
export function OfficeSearch() {
  const [{ text }, change] = useSearchState(parse, write);
  const wanted = text.trim();
  const asked = usePaused(wanted, PAUSE_MS);
  const { data, error, mutate } = useFamilySearch(asked);
  const classes = usePublicData(calls.classes);
  const [isNew, setNew] = useState(false);
  const navigate = useNavigate();
  const isCurrent = asked === wanted && asked !== "";
  const found: readonly Found[] | null =
    isCurrent && data && (classes.data || classes.error)
      ? [
          ...data.map((family) => ({ family })),
          ...findClasses(classes.data ?? [], wanted).map((campClass) => ({ campClass })),
        ]
      : null;
  return (
    <>
      <SearchBox
        label="Find a family, a child or a class"
        hint="Type a name, an email, a phone number or a class, and press Enter."
        text={text}
        change={(next) => change({ text: next })}
        items={found}
        keyOf={pageOf}
        option={(each) =>
          "family" in each ? (
            <FamilyOption family={each.family} />
          ) : (
            <ClassOption campClass={each.campClass} />
          )
        }
        choose={(each) => {
          // Restarts the timer that writes the text into the URL: that would cancel the navigation.
          change({});
          void navigate(pageOf(each));
        }}
      />
      {found?.length === 0 ? <p>Nothing found. Try a shorter word, or add a new family.</p> : null}
      {isCurrent && error ? <ErrorState error={error} retry={() => mutate()} /> : null}
      <Button variant="outline-primary" onClick={() => setNew(true)}>
        New family
      </Button>
      <NewFamilyDialog open={isNew} close={() => setNew(false)} />
    </>
  );
}

function pageOf(found: Found): string {
  return "family" in found ? pages.family(found.family._id) : pages.staffClass(found.campClass._id);
}

function FamilyOption({ family: { name, email, phone, children } }: { family: FamilyRow }) {
  return (
    <>
      <span className="fw-semibold">{name || email}</span>
      <span>{children.map((child) => child.name).join(", ")}</span>
      <span className="w-100 small text-body-secondary">{[phone, email].filter(Boolean).join(", ")}</span>
    </>
  );
}
