import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { Selection } from "../classes/api";
import { money } from "../shared/money";
import { PageHeading } from "../shared/Page";
import { pages } from "../shared/paths";
import { CardSkeletons } from "../shared/Skeletons";
import { EmptyState, ErrorState } from "../shared/states";
import { useRefreshSeats, useSelections } from "./api";
import { ClassTiles } from "./ClassTile";
import { DeleteSelection } from "./DeleteSelection";
import { SelectedClass } from "./SelectedClass";
import { priceNow } from "./useHold";

/** The classes that a student has chosen and not yet paid for. */
export default function MySelectedClassesPage() {
  return (
    <>
      <PageHeading className="mb-3">My Selected Classes</PageHeading>
      <Selections />
    </>
  );
}

function Selections() {
  const { data, error } = useSelections();
  const refresh = useRefreshSeats();
  if (error && !data) return <ErrorState error={error} retry={() => refresh()} />;
  if (!data) return <CardSkeletons count={3} />;
  return <SelectionList selections={data} />;
}

function SelectionList({ selections }: { selections: Selection[] }) {
  const [doomed, setDoomed] = useState<Selection | null>(null);
  const list = useRef<HTMLElement>(null);
  return (
    // The focus comes here when the card that held it is gone.
    <section ref={list} tabIndex={-1} aria-label="Selected classes">
      {selections.length === 0 ? (
        <NothingSelected />
      ) : (
        <Chosen selections={selections} onDelete={setDoomed} />
      )}
      <DeleteSelection
        selection={doomed}
        close={() => setDoomed(null)}
        onDeleted={() => list.current?.focus()}
      />
    </section>
  );
}

function Chosen({ selections, onDelete }: { selections: Selection[]; onDelete: (one: Selection) => void }) {
  return (
    <>
      <Total selections={selections} />
      <ClassTiles>
        {selections.map((selection, place) => (
          <SelectedClass
            key={selection._id}
            selection={selection}
            eager={place < 3}
            onDelete={() => onDelete(selection)}
          />
        ))}
      </ClassTiles>
    </>
  );
}

function Total({ selections }: { selections: Selection[] }) {
  const total = selections.reduce((sum, selection) => sum + Math.round(priceNow(selection) * 100), 0) / 100;
  const count = selections.length === 1 ? "1 class" : `${selections.length} classes`;
  return (
    <p className="fs-5">
      {count}, <span className="amount fw-semibold">{money(total)}</span> in all. Each is paid for by itself,
      and a seat is yours once it is paid.
    </p>
  );
}

function NothingSelected() {
  return (
    <EmptyState title="You have not selected a class yet.">
      <p>Look through the classes and press Select on one that you like.</p>
      <Link className="btn btn-primary" to={pages.allClasses}>
        All Classes
      </Link>
    </EmptyState>
  );
}
