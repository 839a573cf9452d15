import { useParams } from "react-router-dom";
import {
  type ChildPaperwork,
  isPaper,
  missingText,
  paperName,
  usePaperwork,
} from "../../accounts/children/paperwork";
import { combine } from "../../shared/api/combine";
import { pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { ErrorState } from "../../shared/screens/ErrorState";
import { NotFoundPage } from "../../shared/screens/FullPageError";
import { PageHeading } from "../../shared/screens/Page";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { AgreementsPart } from "./AgreementsPart";
import { useAgreements, useContacts, useMyProfile, useSheet } from "./api";
import { ContactsPart } from "./ContactsPart";
import { Part } from "./Part";
import { PhonePart } from "./PhonePart";
import { SheetPart } from "./SheetPart";
import "../care.scss";

/** What a guardian tells the school about a child, and signs. */
export default function PaperworkPage() {
  const { id = "" } = useParams();
  return <Paperwork key={id} id={id} />;
}

function Paperwork({ id }: { id: string }) {
  const paperwork = usePaperwork();
  const profile = useMyProfile();
  const contacts = useContacts();
  const sheet = useSheet(id);
  const agreements = useAgreements(id);
  const needed = combine(paperwork, profile, contacts, agreements);
  const child = paperwork.data?.find(({ childId }) => childId === id);
  // The school has no paperwork, or it is another family's child.
  if (sheet.error?.isNotFound) return <NotFoundPage />;
  const isLoading = needed.isLoading || !(sheet.data ?? sheet.error);
  return (
    <>
      <BackLink to={pages.myChildren}>My Children</BackLink>
      <PageHeading>Paperwork{isLoading || !child ? "" : ` for ${child.name}`}</PageHeading>
      {isLoading ? <RowSkeletons count={8} /> : null}
      {!isLoading && needed.error ? <ErrorState error={needed.error} retry={needed.retry} /> : null}
      {!isLoading && child && profile.data && contacts.data && agreements.data ? (
        <div className="paperwork">
          <Summary child={child} isReadable={sheet.data?.readable ?? true} />
          <PhonePart child={child} phone={profile.data.phone} />
          <ContactsPart child={child} childRows={paperwork.data ?? []} contacts={contacts.data} />
          <SheetPart child={child} sheet={sheet.data} error={sheet.error} retry={() => sheet.mutate()} />
          <AgreementsPart child={child} agreements={agreements.data} />
          <PapersPart child={child} />
        </div>
      ) : null}
    </>
  );
}

function Summary({ child: { name, missing }, isReadable }: { child: ChildPaperwork; isReadable: boolean }) {
  return (
    <p role="status">
      {missing.length === 0 && isReadable ? `That's all we need for ${name}. Thank you! ` : null}
      {missing.length > 0 ? `We still need ${missingText(missing)}. ` : null}
      Only the school and the instructors of {name}'s classes can see this.
    </p>
  );
}

/** The papers that staff have to see. What they have seen is not listed: the family has nothing to do about it. */
function PapersPart({ child }: { child: ChildPaperwork }) {
  const papers = child.missing.filter(isPaper);
  if (papers.length === 0) return null;
  return (
    <Part title="Papers to show" isMissing>
      <ul className="mb-2">
        {papers.map((part) => (
          <li key={part}>Bring the {paperName(part)} to the office.</li>
        ))}
      </ul>
      <p className="mb-0">
        We take a look and give it back. We don't keep a copy. Once we've seen it, it's gone from this list.
      </p>
    </Part>
  );
}
