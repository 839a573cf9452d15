import { useId } from "react";
import { type Browsing, ORDERS, type Order } from "./browsing";

interface BrowsingFormProps {
  browsing: Browsing;
  change: (change: Partial<Browsing>) => void;
}

/** Searches, filters and sorts as one types. */
export function BrowsingForm({ browsing, change }: BrowsingFormProps) {
  const id = useId();
  return (
    <form className="browsing" aria-label="Find classes" onSubmit={(event) => event.preventDefault()}>
      <div className="browsing-text">
        <label className="form-label" htmlFor={`${id}-text`}>
          Search by class or instructor
        </label>
        <input
          id={`${id}-text`}
          type="search"
          className="form-control"
          value={browsing.text}
          onChange={(event) => change({ text: event.target.value })}
        />
      </div>
      <div>
        <label className="form-label" htmlFor={`${id}-price`}>
          Price up to ($)
        </label>
        <input
          id={`${id}-price`}
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          className="form-control"
          placeholder="Any"
          value={browsing.upTo}
          onChange={(event) => change({ upTo: event.target.value })}
        />
      </div>
      <div>
        <label className="form-label" htmlFor={`${id}-order`}>
          Sort by
        </label>
        <select
          id={`${id}-order`}
          className="form-select"
          value={browsing.order}
          onChange={(event) => change({ order: event.target.value as Order })}
        >
          {Object.entries(ORDERS).map(([order, text]) => (
            <option key={order} value={order}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <div className="form-check browsing-check">
        <input
          id={`${id}-free`}
          type="checkbox"
          className="form-check-input"
          checked={browsing.onlyFree}
          onChange={(event) => change({ onlyFree: event.target.checked })}
        />
        <label className="form-check-label" htmlFor={`${id}-free`}>
          Only with free seats
        </label>
      </div>
    </form>
  );
}
