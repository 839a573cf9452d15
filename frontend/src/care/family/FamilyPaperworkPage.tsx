import { useParams, useSearchParams } from "react-router-dom";
import { type ChildPaperwork, usePaperwork } from "../../accounts/children/paperwork";
import { pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { NotFoundPage } from "../../shared/screens/FullPageError";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { PageHeading } from "../../shared/screens/Page";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { AgreementsPart } from "./AgreementsPart";
import { type Family, useAgreements, useContacts, useSheet } from "./api";
import { ContactsPart } from "./ContactsPart";
import { SheetPart } from "./SheetPart";
import "../care.scss";

interface PartProps {
  child: ChildPaperwork;
  family: Family;
  /** All children of the family. */
  childRows: readonly ChildPaperwork[];
}

/** By the value of `?part=`. Each requests only its own data, because what an admin reads is recorded. */
const PARTS: Record<string, (props: PartProps) => React.ReactNode> = {
  sheet: OfficeSheet,
  contacts: OfficeContacts,
  agreements: OfficeAgreements,
};

/** The office's page for a part of the paperwork of any family's child. */
export default function FamilyPaperworkPage() {
  const { id = "" } = useParams();
  const [params] = useSearchParams();
  const { data, error, mutate } = usePaperwork({ userId: id });
  const child = data?.find(({ childId }) => childId === params.get("child"));
  const Part = PARTS[params.get("part") ?? ""];
  if (error?.isNotFound || !Part || (data && !child)) return <NotFoundPage />;
  return (
    <>
      <BackLink to={pages.family(id)}>the family</BackLink>
      <PageHeading>Paperwork{child ? ` for ${child.name}` : ""}</PageHeading>
      {data ? null : <LoadingRows error={error} retry={mutate} />}
      {data && child ? (
        <Part child={child} family={{ children: [child], userId: id }} childRows={data} />
      ) : null}
    </>
  );
}

function OfficeSheet({ child, family }: PartProps) {
  const { data, error, mutate } = useSheet(child.childId, family.userId);
  if (!data && !error) return <RowSkeletons />;
  return (
    <>
      <p>The family can download who has read and saved this sheet.</p>
      <SheetPart child={child} family={family} sheet={data} error={error} retry={() => mutate()} />
    </>
  );
}

function OfficeContacts({ family, childRows }: PartProps) {
  const { data, error, mutate } = useContacts(family.userId);
  if (!data) return <LoadingRows error={error} retry={mutate} />;
  return <ContactsPart family={family} childRows={childRows} contacts={data} />;
}

function OfficeAgreements({ family }: PartProps) {
  const { data, error, mutate } = useAgreements(family);
  if (!data) return <LoadingRows error={error} retry={mutate} />;
  return <AgreementsPart family={family} agreements={data} />;
}
