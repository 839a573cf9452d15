import type { ReactNode } from "react";
import { type CardLayout, GRID_CLASSES } from "../components/CardGrid";

/** Placeholders for a grid of cards that is loading. */
export function CardSkeletons({ count = 6, layout = "public" }: { count?: number; layout?: CardLayout }) {
  return (
    <Loading>
      <div className={GRID_CLASSES[layout]}>
        {range(count).map((index) => (
          <div className="col" key={index}>
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
    </Loading>
  );
}

/** Placeholders for the rows of a table or list that is loading. */
export function RowSkeletons({ count = 5 }: { count?: number }) {
  return (
    <Loading>
      <div className="placeholder-glow">
        {range(count).map((index) => (
          <div className="skeleton-row placeholder w-100 mb-2 rounded" key={index} />
        ))}
      </div>
    </Loading>
  );
}

function Loading({ children }: { children: ReactNode }) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
