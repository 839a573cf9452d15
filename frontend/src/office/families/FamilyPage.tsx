import { useState } from "react";
import Button from "react-bootstrap/Button";
import { useNavigate, useParams, useSearchParams } from "react-router-dom";
import { Fact } from "../../classes/page/ClassInformation";
import { parseYear, presentYear } from "../../payments/history/years";
import { VoucherDialog } from "../../payments/vouchers/VoucherDialog";
import { asApiError } from "../../shared/api/errors";
import { FRESH, useUserData } from "../../shared/api/resources";
import { ActionMenu } from "../../shared/components/ActionMenu";
import { EmailLink } from "../../shared/components/EmailLink";
import { PhoneLink } from "../../shared/components/PhoneLink";
import { formatMoney } from "../../shared/money";
import { pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { NotFoundPage } from "../../shared/screens/FullPageError";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { LoadingHeading, PageHeading, usePageTitle } from "../../shared/screens/Page";
import { type Family, officeCalls } from "../api";
import { Children } from "./Children";
import { EditFamilyDialog } from "./EditFamilyDialog";
import { EnrollDialog } from "./enroll/EnrollDialog";
import { FamilyStatement } from "./FamilyStatement";
import { Orders } from "./orders/Orders";
import "../office.scss";

/** The office's page of one family, with everything about it. */
export default function FamilyPage() {
  const { id = "" } = useParams();
  const { data, error, mutate } = useUserData(officeCalls.family(id), FRESH);
  const { year } = parseYear(useSearchParams()[0]);
  if (data && year !== "") return <FamilyStatement family={data} />;
  if (data) return <LoadedPage key={id} family={data} />;
  if (asApiError(error)?.isNotFound) return <NotFoundPage />;
  return (
    <>
      <LoadingHeading title="Family" />
      <LoadingRows error={error} retry={mutate} count={10} />
    </>
  );
}

function LoadedPage({ family }: { family: Family }) {
  const name = family.account.name || family.account.email;
  usePageTitle(name);
  return (
    <div className="family">
      <BackLink to={pages.dashboard}>the Dashboard</BackLink>
      <PageHeading>{name}</PageHeading>
      <Actions family={family} />
      <Contact account={family.account} />
      <Sums sums={family.sums} />
      <Children family={family} />
      <Orders family={family} />
    </div>
  );
}

function Actions({ family }: { family: Family }) {
  const [isEnrolling, setEnrolling] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const [isAiding, setAiding] = useState(false);
  const navigate = useNavigate();
  const { name } = family.account;
  return (
    <div className="d-flex flex-wrap align-items-center gap-2 mb-3 no-print">
      <Button onClick={() => setEnrolling(true)}>Enroll</Button>
      <Button variant="outline-secondary" onClick={() => setEditing(true)}>
        Edit
      </Button>
      <ActionMenu
        label="More"
        name={`about ${name}`}
        actions={[
          { label: "Tax statement", run: () => void navigate(`?year=${presentYear()}`) },
          { label: "Give financial aid", run: () => setAiding(true) },
          { label: "Print", run: () => window.print() },
        ]}
      />
      <EditFamilyDialog account={family.account} open={isEditing} close={() => setEditing(false)} />
      <VoucherDialog voucher={null} family={family.account} open={isAiding} close={() => setAiding(false)} />
      <EnrollDialog family={family} open={isEnrolling} close={() => setEnrolling(false)} />
    </div>
  );
}

function Contact({ account: { email, emailVerified, phone, address, note } }: Pick<Family, "account">) {
  return (
    <dl className="family-facts d-flex flex-wrap row-gap-2 column-gap-5">
      <Fact name="Phone">{phone ? <PhoneLink number={phone} /> : "Not given"}</Fact>
      <Fact name="Email">
        {email ? <EmailLink address={email} /> : "None, so we never send them any"}
        {email && !emailVerified ? " (not verified)" : null}
      </Fact>
      {address ? <Fact name="Address">{address}</Fact> : null}
      {note ? (
        <Fact name="Note for the office" className="no-print">
          {note}
        </Fact>
      ) : null}
    </dl>
  );
}

/** What the family has paid and got back, and what is still to be paid. What is 0 is left out, but not what was paid. */
function Sums({ sums: { paid, refunded, toPayBack, reserved } }: Pick<Family, "sums">) {
  const sums = [
    ["Paid", paid],
    ["Refunded", refunded],
    ["To pay back", toPayBack],
    ["Reserved", reserved],
  ] as const;
  return (
    <dl className="family-facts d-flex flex-wrap row-gap-2 column-gap-5">
      {sums
        .filter(([name, sum]) => sum > 0 || name === "Paid")
        .map(([name, sum]) => (
          <Fact key={name} name={name} className="fs-5">
            <strong className="amount">{formatMoney(sum)}</strong>
          </Fact>
        ))}
    </dl>
  );
}
