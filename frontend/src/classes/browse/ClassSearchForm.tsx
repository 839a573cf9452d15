import { useId, useRef, useState } from "react";
import Button from "react-bootstrap/Button";
import Offcanvas from "react-bootstrap/Offcanvas";
import { FilterInput } from "../../shared/forms/Filters";
import { classCount } from "../model/facts";
import { activeFilters, without } from "../model/search";
import { ClassFilters, type ClassFiltersProps } from "./ClassFilters";

/** `count`: the number of classes found. */
type ClassSearchFormProps = ClassFiltersProps & { count: number };

/** The search, filters and order of the class list. */
export function ClassSearchForm({ count, ...filters }: ClassSearchFormProps) {
  const { search, change } = filters;
  return (
    <form className="class-search" aria-label="Find classes" onSubmit={(event) => event.preventDefault()}>
      <FilterInput
        label="Search by class, craft, place or instructor"
        type="search"
        placeholder="For example: clay mornings"
        value={search.text}
        onChange={(text) => change({ text })}
      />
      <FilterSheet count={count} {...filters} />
    </form>
  );
}

/** The filters, folded until a button opens them: on a phone as a sheet, elsewhere below the search. */
function FilterSheet({ count, ...filters }: ClassSearchFormProps) {
  const { search, change } = filters;
  const id = useId();
  const [open, setOpen] = useState(false);
  const show = useRef<HTMLButtonElement>(null);
  const active = activeFilters(search);
  const clear = () => {
    change(without(active));
    // The pressed button disappears.
    show.current?.focus();
  };
  return (
    <>
      <Button variant="outline-secondary" aria-expanded={open} onClick={() => setOpen(!open)}>
        Filters
      </Button>
      <Offcanvas
        show={open}
        onHide={() => setOpen(false)}
        responsive="sm"
        placement="bottom"
        className={`filter-sheet ${open ? "filter-sheet-open" : ""}`}
        aria-labelledby={open ? id : undefined}
      >
        <Offcanvas.Header closeButton>
          <Offcanvas.Title as="h2" id={id} className="fs-4">
            Filters
          </Offcanvas.Title>
        </Offcanvas.Header>
        <Offcanvas.Body>
          <ClassFilters {...filters} inSheet={open} />
        </Offcanvas.Body>
        <div className="filter-sheet-foot">
          {active.length > 0 ? (
            <Button variant="outline-secondary" onClick={clear}>
              Clear all
            </Button>
          ) : null}
          <Button ref={show} className="flex-fill" onClick={() => setOpen(false)}>
            Show {classCount(count)}
          </Button>
        </div>
      </Offcanvas>
    </>
  );
}
