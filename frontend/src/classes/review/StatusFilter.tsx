import { useSearchParams } from "react-router-dom";
import { TabLinks } from "../../shared/components/TabLinks";
import { withParameters } from "../../shared/hooks/useSearchState";
import type { ClassStatus } from "../api";

const STATUSES: readonly ClassStatus[] = ["Pending", "Approved", "Denied"];

const ALL = "All";

/** The status that the URL filters by; null for all classes. */
export function useStatusFilter(): ClassStatus | null {
  const [params] = useSearchParams();
  return STATUSES.find((known) => known === params.get("status")) ?? null;
}

/** Returns a function from a status, or null for all classes, to the link that filters by it. */
export function useStatusLinks(parameters = {}): (status: ClassStatus | null) => string {
  const [params] = useSearchParams();
  return (status) => `?${withParameters(params, { ...parameters, status: status ?? ALL })}`;
}

interface StatusFilterProps {
  classes: readonly { status: ClassStatus }[];
  selected: ClassStatus | null;
  /** Further parameters of the links. */
  parameters?: Record<string, string>;
}

/** Links that filter a list of classes by status, with the number of classes of each. */
export function StatusFilter({ classes, selected, parameters }: StatusFilterProps) {
  const count = (status: ClassStatus | null) =>
    status ? classes.filter((campClass) => campClass.status === status).length : classes.length;
  const linkTo = useStatusLinks(parameters);
  return (
    <div className="mb-4">
      <TabLinks
        label="Classes by status"
        tabs={[null, ...STATUSES].map((status) => [linkTo(status), `${status ?? ALL} (${count(status)})`])}
        current={linkTo(selected)}
      />
    </div>
  );
}
