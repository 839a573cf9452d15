import { useState } from "react";
import Button from "react-bootstrap/Button";
import { useParams } from "react-router-dom";
import { asApiError } from "../../shared/api/errors";
import { EmailLink } from "../../shared/components/EmailLink";
import { pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { ErrorState } from "../../shared/screens/ErrorState";
import { NotFoundPage } from "../../shared/screens/FullPageError";
import { LoadingHeading, PageHeading, usePageTitle } from "../../shared/screens/Page";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { type Family, useFamily } from "../api";
import { Children } from "./Children";
import { EditFamilyDialog } from "./EditFamilyDialog";
import { EnrollDialog } from "./enroll/EnrollDialog";
import { Holds } from "./Holds";
import { Payments } from "./payments/Payments";
import { Seats } from "./Seats";
import { Waitlists } from "./Waitlists";
import "../office.scss";

/** The office's page of one family, with everything about it. */
export default function FamilyPage() {
  const { id = "" } = useParams();
  const { data, error, mutate } = useFamily(id);
  if (data) return <LoadedPage key={id} family={data} />;
  if (asApiError(error)?.isNotFound) return <NotFoundPage />;
  return (
    <>
      <LoadingHeading title="Family" />
      {error ? <ErrorState error={error} retry={() => mutate()} /> : <RowSkeletons count={10} />}
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
      <Children family={family} />
      <Seats seats={family.seats} />
      <Holds family={family} />
      <Waitlists entries={family.waitlist} />
      <Payments family={family} />
    </div>
  );
}

function Actions({ family }: { family: Family }) {
  const [isEnrolling, setEnrolling] = useState(false);
  const [isEditing, setEditing] = useState(false);
  return (
    <div className="d-flex flex-wrap gap-2 mb-3 no-print">
      <Button onClick={() => setEnrolling(true)}>Enroll</Button>
      <Button variant="outline-secondary" onClick={() => setEditing(true)}>
        Edit
      </Button>
      <Button variant="outline-secondary" onClick={() => window.print()}>
        Print
      </Button>
      <EditFamilyDialog account={family.account} open={isEditing} close={() => setEditing(false)} />
      <EnrollDialog family={family} open={isEnrolling} close={() => setEnrolling(false)} />
    </div>
  );
}

function Contact({ account: { email, emailVerified, phone, address } }: Pick<Family, "account">) {
  return (
    <dl className="family-contact">
      <div>
        <dt>Phone</dt>
        <dd>{phone ? <a href={`tel:${phone.replace(/[^\d+]/g, "")}`}>{phone}</a> : "Not given"}</dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>
          {email ? <EmailLink address={email} /> : "None, so we never send them any"}
          {email && !emailVerified ? " (not verified)" : null}
        </dd>
      </div>
      {address ? (
        <div>
          <dt>Address</dt>
          <dd className="text-pre">{address}</dd>
        </div>
      ) : null}
    </dl>
  );
}
