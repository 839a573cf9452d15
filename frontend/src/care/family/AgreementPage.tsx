import Button from "react-bootstrap/Button";
import { useParams, useSearchParams } from "react-router-dom";
import { pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { NotFoundPage } from "../../shared/screens/FullPageError";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { LoadingHeading, PageHeading, usePageTitle } from "../../shared/screens/Page";
import { formatSiteTimeWithZone } from "../../shared/siteTime";
import { AgreementBody } from "../AgreementBody";
import { signedWhen } from "./AgreementsPart";
import { type Agreement, officePaperwork, type UserId, useAgreement } from "./api";
import "../care.scss";

/** Exactly what a guardian has signed, to read and to print. */
export default function AgreementPage() {
  const { id = "" } = useParams();
  const userId = useSearchParams()[0].get("userId") ?? undefined;
  const { data, error, mutate } = useAgreement(id, userId);
  if (data) return <Signed agreement={data} userId={userId} />;
  if (error?.isNotFound) return <NotFoundPage />;
  return (
    <>
      <LoadingHeading title="Agreement" />
      <LoadingRows error={error} retry={mutate} />
    </>
  );
}

function Signed({ agreement, userId }: { agreement: Agreement; userId: UserId }) {
  const { title, body, accepted, typedName, childName, signedAt, childId, version, sha256 } = agreement;
  usePageTitle(title);
  return (
    <article className="prose care-print">
      <BackLink to={userId ? officePaperwork(userId, childId, "agreements") : pages.paperwork(childId)}>
        {`the paperwork for ${childName}`}
      </BackLink>
      <PageHeading>{title}</PageHeading>
      <AgreementBody title={title} body={body} />
      <p>
        {accepted ? "Accepted" : "Refused"} for <strong>{childName}</strong>, signed by{" "}
        <strong>{typedName}</strong> {signedWhen(agreement)}
        {agreement.onPaper ? "" : `, ${formatSiteTimeWithZone(signedAt)}`}.
      </p>
      <p className="text-body-secondary small text-break">
        Version {version}, SHA-256 of title and text: {sha256}
      </p>
      <Button variant="outline-primary" onClick={() => window.print()}>
        Print
      </Button>
    </article>
  );
}
