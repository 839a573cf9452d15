import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { type Selection, useClashes } from "../../classes/api";
import { classCount } from "../../classes/model/facts";
import { childNameOf } from "../../classes/model/participants";
import { asApiError } from "../../shared/api/errors";
import { useIsPhone } from "../../shared/hooks/useMedia";
import { formatList } from "../../shared/intl";
import { formatMoney, formatPrice } from "../../shared/money";
import { listPriceOf, PurchaseRow } from "../selected/PurchaseRow";
import { groupedBy, seatCount, totalOf } from "../selected/selections";
import { JoinFullClass } from "./JoinFullClass";
import { nextStepAfter, type Obstacle, obstaclesOf } from "./obstacles";

interface PurchaseSummaryProps {
  lines: readonly Selection[];
  /** Why the seats are not held, if they were refused. */
  error?: unknown;
}

/** Whether a phone folds so many classes to one line, so that the card form is near the top. */
export function useIsFolded(classes: number): boolean {
  return useIsPhone() && classes > 2;
}

/** Lists each class with its participants, its dates and its price; then what is saved, and the total. */
export function PurchaseSummary({ lines, error }: PurchaseSummaryProps) {
  // The refusal of a single seat says why.
  const obstacles = lines.length > 1 ? obstaclesOf(error) : [];
  const participants = useParticipants();
  const clashesOf = useClashes();
  const rows = groupedBy(lines, ({ classId }) => classId);
  const isFolded = useIsFolded(rows.length);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // Such a refusal is about the classes: their seats or their prices.
    if (asApiError(error)?.lines.length) setOpen(true);
  }, [error]);
  const facts = [
    classCount(rows.length),
    participants(groupedBy(lines, ({ childId }) => childId ?? "").map(([seat]) => seat)),
    lines.some((seat) => clashesOf(seat.classId, seat).length > 0) ? "Some at the same time" : null,
  ];
  const list = (
    <ul className="purchases list-unstyled">
      {rows.map((seats, index) => (
        <li key={seats[0].classId}>
          <PurchaseRow
            seats={seats}
            participants={participants(seats)}
            above={rows.slice(0, index).flat()}
            eager
          />
          {seats.map((selection) => (
            <ObstacleText
              key={selection._id}
              obstacle={obstacles.find(({ selectionId }) => selectionId === selection._id)}
              selection={selection}
            />
          ))}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {/* Without a fold, it is open and has no summary: a turn of the phone keeps the rows. */}
      <details
        open={isOpen || !isFolded}
        onToggle={({ currentTarget }) => isFolded && setOpen(currentTarget.open)}
      >
        <summary className="tap" hidden={!isFolded}>
          {facts.filter(Boolean).join(" · ")}
        </summary>
        {list}
      </details>
      <Total lines={lines} />
    </>
  );
}

function useParticipants(): (seats: readonly Selection[]) => string | null {
  const state = useSessionState();
  const student = state.status === "in" ? state.user.name : "";
  return (seats) => {
    const names = seats.map((seat) => childNameOf(seat) ?? student).filter(Boolean);
    return names.length === 0 ? null : `For ${formatList(names)}`;
  };
}

function Total({ lines }: { lines: readonly Selection[] }) {
  const listPrice = listPriceOf(lines);
  const saved = listPrice - totalOf(lines);
  if (lines.length === 1 && saved === 0) return null;
  return (
    <dl className="order-total">
      {saved > 0 ? (
        <>
          <div>
            <dt>Subtotal</dt>
            <dd>{formatMoney(listPrice)}</dd>
          </div>
          <div className="text-success">
            <dt>You save</dt>
            <dd>{formatMoney(saved)}</dd>
          </div>
        </>
      ) : null}
      <div className="fw-semibold">
        <dt>Total for {seatCount(lines.length)}</dt>
        <dd className="price">{formatPrice(totalOf(lines))}</dd>
      </div>
    </dl>
  );
}

interface ObstacleTextProps {
  obstacle: Obstacle | undefined;
  selection: Selection;
}

function ObstacleText({ obstacle, selection }: ObstacleTextProps) {
  if (!obstacle) return null;
  const { text = obstacle.message, link, waitlist } = nextStepAfter(obstacle);
  return (
    <div className="purchase-obstacle">
      <p className="mb-0">
        {text} {link ? <Link to={link[0]}>{link[1]}</Link> : null}
      </p>
      {waitlist ? <JoinFullClass selection={selection} /> : null}
    </div>
  );
}
