import Button from "react-bootstrap/Button";
import { useNavigate, useParams, useSearchParams } from "react-router-dom";
import { useChildren } from "../../accounts/children/api";
import { useSharedChildren } from "../../accounts/guardians/api";
import { combine } from "../../shared/api/combine";
import { useUserData } from "../../shared/api/resources";
import { useToast } from "../../shared/components/Toasts";
import { Field } from "../../shared/forms/Field";
import { Form, SubmitButton } from "../../shared/forms/Form";
import { pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { NotFoundPage } from "../../shared/screens/FullPageError";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { LoadingHeading, PageHeading, usePageTitle } from "../../shared/screens/Page";
import { formatSiteTimeWithZone } from "../../shared/siteTime";
import { AgreementBody } from "../AgreementBody";
import { signatureSchema, signedWhen } from "./AgreementsPart";
import { type Agreement, officePaperwork, paperworkCalls, sign, type UserId } from "./api";
import "../care.scss";

/** Exactly what a guardian has signed, to read and to print. */
export default function AgreementPage() {
  const { id = "" } = useParams();
  const userId = useSearchParams()[0].get("userId") ?? undefined;
  const { data, error, mutate } = useUserData(paperworkCalls.agreement(id, userId));
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
        {agreement.counts ? "" : " This answer doesn't count: see the other one."}
      </p>
      <p className="text-body-secondary small text-break">
        Version {version}, SHA-256 of title and text: {sha256}
      </p>
      <Button variant="outline-primary" onClick={() => window.print()}>
        Print
      </Button>
      {agreement.kind === "photo" && userId === undefined ? <OwnAnswer agreement={agreement} /> : null}
    </article>
  );
}

/** Each guardian can answer differently about photos at any time, also below the answer of another guardian. */
function OwnAnswer({ agreement: { textId, childId, childName, accepted } }: { agreement: Agreement }) {
  const navigate = useNavigate();
  const toast = useToast();
  const own = useChildren();
  const shared = useSharedChildren();
  const seesPaperwork =
    own.data?.some(({ _id }) => _id === childId) ||
    shared.data?.some((child) => child.care && child.childId === childId);
  if (!seesPaperwork) {
    // An account that no longer sees the child's paperwork still reads what it has signed.
    const { error, retry } = combine(own, shared);
    return own.data && shared.data ? null : <LoadingRows error={error} retry={retry} count={1} />;
  }
  return (
    <section className="mt-4 no-print" aria-labelledby="own-answer">
      <h2 id="own-answer" className="fs-5">
        Your own answer
      </h2>
      <p>You can change it at any time. Photos are only taken if no guardian says no.</p>
      <Form
        initial={{ typedName: "" }}
        schema={signatureSchema}
        submit={async ({ typedName }) => {
          const answer = { textId, childIds: [childId], accepted: !accepted, typedName, onPaper: false };
          const { insertedIds: [id] = [] } = await sign(answer, undefined);
          toast("Your answer has been saved.");
          if (id) navigate(pages.agreement(id), { replace: true });
        }}
      >
        <Field name="typedName" label="Type your full name to sign" required autoComplete="name" />
        <SubmitButton>
          {accepted ? `Don't allow photos of ${childName}` : `Allow photos of ${childName}`}
        </SubmitButton>
      </Form>
    </section>
  );
}
