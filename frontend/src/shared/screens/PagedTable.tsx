import type { ReactNode } from "react";
import type { PaginatedList } from "../api/userList";
import { BusyButton } from "../components/BusyButton";
import { DataTable, type DataTableProps } from "../components/DataTable";
import { ErrorState } from "./ErrorState";
import { RowSkeletons } from "./Skeletons";

interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, "rows"> {
  list: PaginatedList<Row>;
  /** By default those of the list. */
  rows?: readonly Row[];
  /** Shown instead of a table without rows. */
  empty: ReactNode;
  /** What is wrong with the request, if the server says that of one of its parameters. */
  errorText?: string;
}

/** The rows of a paginated list received so far, and a button for more. */
export function PagedTable<Row>({
  list,
  rows = list.rows,
  empty,
  errorText,
  ...table
}: PagedTableProps<Row>) {
  const { total, hasMore, error, isPartial, isLoading, loadMore, refresh } = list;
  const failure = error && !isLoading ? <ErrorState error={error} text={errorText} retry={refresh} /> : null;
  if (failure && !isPartial) return failure;
  if (!rows || !list.rows) return <RowSkeletons count={8} />;
  if (rows.length === 0) return empty;
  const rest = total - list.rows.length;
  return (
    <>
      <DataTable {...table} rows={rows} />
      {failure}
      {rest > 0 && hasMore && !failure ? (
        <BusyButton variant="outline-primary" busy={isLoading} onClick={loadMore}>
          Show more ({rest.toLocaleString("en-US")})
        </BusyButton>
      ) : null}
    </>
  );
}
