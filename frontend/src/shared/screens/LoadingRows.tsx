import { ErrorState } from "./ErrorState";
import { RowSkeletons } from "./Skeletons";

interface LoadingRowsProps {
  error: unknown;
  retry: () => Promise<unknown>;
  count?: number;
}

/** What a page shows instead of data that it doesn't have: placeholders, or why it couldn't be loaded. */
export function LoadingRows({ error, retry, count }: LoadingRowsProps) {
  return error ? <ErrorState error={error} retry={retry} /> : <RowSkeletons count={count} />;
}
