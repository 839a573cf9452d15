import type { ReactNode } from "react";

/** Cards the size of those that come, in the grid that they will stand in. */
export function CardSkeletons({
  count = 6,
  grid = "row row-cols-1 row-cols-sm-2 row-cols-md-3 g-4",
}: {
  count?: number;
  grid?: string;
}) {
  return (
    <Waiting>
      <div className={grid}>
        {places(count).map((place) => (
          <div className="col" key={place}>
            <div className="card h-100 placeholder-glow">
              <div className="placeholder w-100" style={{ aspectRatio: "3 / 2" }} />
              <div className="card-body">
                <p className="placeholder col-9" />
                <p className="placeholder col-6" />
                <p className="placeholder col-4 mb-0" />
              </div>
            </div>
          </div>
        ))}
      </div>
    </Waiting>
  );
}

/** Rows the height of those of a table or list. */
export function RowSkeletons({ count = 5 }: { count?: number }) {
  return (
    <Waiting>
      <div className="placeholder-glow">
        {places(count).map((place) => (
          <div className="placeholder w-100 mb-2 rounded" style={{ height: "3.5rem" }} key={place} />
        ))}
      </div>
    </Waiting>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

function places(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place);
}
