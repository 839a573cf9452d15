import { Link } from "react-router-dom";

/** Texts up to this length fit into their column. */
const SHORT = 20;

/** A text that a narrow table column cuts off, as a link if it has an address. Focus and hover show all of it. */
export function CutText({ text, to }: { text: string; to?: string | null }) {
  if (to)
    return (
      <Link className="cut" to={to}>
        <span>{text}</span>
      </Link>
    );
  return (
    <span className="cut" tabIndex={text.length > SHORT ? 0 : undefined}>
      <span>{text}</span>
    </span>
  );
}
