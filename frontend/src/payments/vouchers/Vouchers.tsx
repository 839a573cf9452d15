import { useState } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { useSeasons } from "../../classes/model/seasons";
import { request } from "../../shared/api/request";
import { useUserData } from "../../shared/api/resources";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { RemovalDialog } from "../../shared/components/RemovalDialog";
import { formatMoney } from "../../shared/money";
import { pages, path } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { formatSiteDate } from "../../shared/siteTime";
import type { Voucher } from "./schema";
import { VoucherDialog } from "./VoucherDialog";

/** The codes, and how often each was used. */
export function Vouchers() {
  const { data, error, mutate } = useUserData(path("/vouchers"));
  const [edited, setEdited] = useState<Voucher | "new" | null>(null);
  const [ended, setEnded] = useState<Voucher | null>(null);
  return (
    <>
      <Button className="mb-3" onClick={() => setEdited("new")}>
        New code
      </Button>
      {data ? null : <LoadingRows error={error} retry={mutate} count={3} />}
      {data?.length === 0 ? (
        <EmptyState title="No codes yet">
          <p className="mb-0">
            A code takes a percentage or an amount off. Give it to everybody, or to one family as financial
            aid.
          </p>
        </EmptyState>
      ) : null}
      {data && data.length > 0 ? <Codes vouchers={data} edit={setEdited} end={setEnded} /> : null}
      <VoucherDialog
        key={edited === "new" ? "new" : edited?._id}
        voucher={edited === "new" ? null : edited}
        open={edited !== null}
        close={() => setEdited(null)}
        refresh={() => mutate()}
      />
      <RemovalDialog
        item={ended}
        title="End this code?"
        text={({ code }) =>
          `Nobody can use ${code} anymore. Seats that were booked with it keep their price.`
        }
        confirm="End code"
        remove={({ _id }) =>
          request(path("/vouchers/{id}", _id), { method: "PUT", body: { canceled: true } })
        }
        refresh={mutate}
        removed={({ code }) => `${code} can't be used anymore.`}
        close={() => setEnded(null)}
        onRemoved={() => {}}
      />
    </>
  );
}

interface CodesProps {
  vouchers: readonly Voucher[];
  edit: (voucher: Voucher) => void;
  end: (voucher: Voucher) => void;
}

function Codes({ vouchers, edit, end }: CodesProps) {
  const { data: seasons = [] } = useSeasons();
  const nameOf = (season: string) => seasons.find(({ slug }) => slug === season)?.name ?? season;
  const columns: readonly Column<Voucher>[] = [
    { heading: "Code", cell: ({ code, canceled }) => (canceled ? <s>{code}</s> : <strong>{code}</strong>) },
    { heading: "Takes off", cell: valueText, className: "amount" },
    {
      heading: "For",
      cell: ({ season, userId, accountName }) => (
        <>
          {userId ? <Link to={pages.family(userId)}>{accountName}</Link> : "Everybody"}
          {season ? `, ${nameOf(season)}` : null}
        </>
      ),
    },
    { heading: "Uses", cell: usesText, className: "amount" },
    { heading: "Valid", cell: validText },
    { heading: "Note", cell: ({ note }) => note },
    {
      heading: "Change",
      cell: (voucher) => (voucher.canceled ? null : <Actions voucher={voucher} edit={edit} end={end} />),
      className: "col-actions",
    },
  ];
  return <DataTable caption="Codes" columns={columns} rows={vouchers} keyOf={({ _id }) => _id} />;
}

function Actions({ voucher, edit, end }: { voucher: Voucher } & Pick<CodesProps, "edit" | "end">) {
  const hidden = <span className="visually-hidden"> {voucher.code}</span>;
  return (
    <div className="d-flex gap-2">
      <Button size="sm" variant="outline-secondary" onClick={() => edit(voucher)}>
        Edit{hidden}
      </Button>
      <Button size="sm" variant="outline-danger" onClick={() => end(voucher)}>
        End code{hidden}
      </Button>
    </div>
  );
}

function valueText({ percent, amount }: Voucher): string {
  return percent === null ? formatMoney(amount ?? 0) : `${percent}%`;
}

function usesText({ uses, maxUses }: Voucher): string {
  return maxUses === null ? String(uses) : `${uses} of ${maxUses}`;
}

function validText({ canceled, startsAt, endsAt }: Voucher): string {
  if (canceled) return "Ended";
  const from = startsAt === null ? null : `from ${formatSiteDate(startsAt)}`;
  const until = endsAt === null ? null : `until ${formatSiteDate(endsAt)}`;
  return [from, until].filter(Boolean).join(" ") || "Always";
}
