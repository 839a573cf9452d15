import { Link } from "react-router-dom";
import { config } from "../../shared/config";
import { officePaperwork } from "./api";

const PARTS = [
  ["sheet", "Care sheet"],
  ["contacts", "Contacts"],
  ["agreements", "Agreements (signed on paper)"],
] as const;

interface PaperworkLinksProps {
  /** The account of the family. */
  userId: string;
  child: { _id: string; name: string };
}

/** The office's links to the paperwork of a child; nothing if the school has no paperwork. */
export function PaperworkLinks({ userId, child: { _id, name } }: PaperworkLinksProps) {
  if (!config.care) return null;
  return (
    <div className="d-flex flex-wrap column-gap-3 no-print">
      {PARTS.map(([part, text]) => (
        <Link key={part} to={officePaperwork(userId, _id, part)}>
          {text}
          <span className="visually-hidden"> of {name}</span>
        </Link>
      ))}
    </div>
  );
}
