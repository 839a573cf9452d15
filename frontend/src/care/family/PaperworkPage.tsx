import { useEffect, useMemo, useState } from "react";
import { useParams } from "react-router-dom";
import {
  type ChildPaperwork,
  isMissing,
  isPaper,
  missingText,
  namesOf,
  paperName,
  usePaperwork,
} from "../../accounts/children/paperwork";
import { useSharedChildren } from "../../accounts/guardians/api";
import { combine } from "../../shared/api/combine";
import { FRESH, useUserData } from "../../shared/api/resources";
import { config } from "../../shared/config";
import { calls, pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { ErrorState } from "../../shared/screens/ErrorState";
import { NotFoundPage } from "../../shared/screens/FullPageError";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { PageHeading } from "../../shared/screens/Page";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { AgreementsPart } from "./AgreementsPart";
import { type Family, useAgreements, useContacts, useSheet } from "./api";
import { ContactsPart } from "./ContactsPart";
import { Part } from "./Part";
import { PhonePart } from "./PhonePart";
import { SheetPart } from "./SheetPart";
import "../care.scss";

/** What a guardian tells the school about their children, and signs: one way through, or the part about one child. */
export default function PaperworkPage() {
  const { id } = useParams();
  const { data, error, mutate } = usePaperwork();
  const shared = useSharedChildren();
  const sharedChild = shared.data?.find(({ care, childId }) => care && childId === id);
  const children = useMemo(
    () =>
      sharedChild
        ? [{ ...sharedChild, confirmedAt: null }]
        : data?.filter(({ childId }) => id === undefined || childId === id),
    [data, id, sharedChild],
  );
  // The school has no paperwork, or it is another family's child.
  if (!config.care || (id !== undefined && shared.data && children?.length === 0)) return <NotFoundPage />;
  return (
    <>
      <BackLink to={pages.myChildren}>My Children</BackLink>
      <PageHeading>Paperwork{children?.length ? ` for ${namesOf(children)}` : ""}</PageHeading>
      {data ? null : <LoadingRows error={error} retry={mutate} count={8} />}
      {children?.length === 0 ? <p>You have no children in your account yet.</p> : null}
      {data && children && children.length > 0 ? (
        <Parts
          family={{ children, sharedId: sharedChild?.childId }}
          childRows={sharedChild ? children : data}
        />
      ) : null}
    </>
  );
}

function Parts({ family, childRows }: { family: Family; childRows: readonly ChildPaperwork[] }) {
  const { children } = family;
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);
  const profile = useUserData(calls.me, FRESH);
  const contacts = useContacts(undefined, family.sharedId);
  const agreements = useAgreements(family);
  const needed = combine(profile, contacts, agreements);
  if (needed.isLoading) return <RowSkeletons count={8} />;
  if (!profile.data || !contacts.data || !agreements.data)
    return <ErrorState error={needed.error} retry={needed.retry} />;
  return (
    <div className="paperwork">
      <Summary childRows={children} isReadable={unreadable.length === 0} />
      {family.sharedId === undefined ? <PhonePart family={family} phone={profile.data.phone} /> : null}
      <ContactsPart family={family} childRows={childRows} contacts={contacts.data} />
      {children.map((child) => (
        <OwnSheet key={child.childId} child={child} family={family} setUnreadable={setUnreadable} />
      ))}
      <AgreementsPart family={family} agreements={agreements.data} />
      <PapersPart childRows={children} />
    </div>
  );
}

interface OwnSheetProps {
  child: ChildPaperwork;
  family: Family;
  /** Keeps the ids of the children whose sheets can't be read. */
  setUnreadable: (change: (ids: readonly string[]) => readonly string[]) => void;
}

function OwnSheet({ child, family, setUnreadable }: OwnSheetProps) {
  const { childId } = child;
  const { data, error, mutate } = useSheet(childId);
  const isReadable = data?.readable ?? true;
  useEffect(() => {
    setUnreadable((ids) => [...ids.filter((id) => id !== childId), ...(isReadable ? [] : [childId])]);
  }, [childId, isReadable, setUnreadable]);
  if (!data && !error) return <RowSkeletons />;
  return <SheetPart child={child} family={family} sheet={data} error={error} retry={() => mutate()} />;
}

/** What the family can do on this page: for all children at once, and the care sheet of each. */
const FOR_ALL = [["phone"], ["contact", "pickup"], ["agreements"]];

function Summary({ childRows, isReadable }: { childRows: readonly ChildPaperwork[]; isReadable: boolean }) {
  const isDone = (parts: readonly string[]) => !parts.some((part) => isMissing(childRows, part));
  const sheets = childRows.filter(({ missing }) => !missing.includes("sheet")).length;
  const done = FOR_ALL.filter(isDone).length + sheets;
  const total = FOR_ALL.length + childRows.length;
  const missing = new Set(childRows.flatMap((child) => child.missing));
  const names = namesOf(childRows);
  return (
    <p role="status">
      {missing.size > 0 ? `${done} of ${total} done. ` : null}
      {missing.size === 0 && isReadable ? `That's all we need for ${names}. Thank you! ` : null}
      {missing.size > 0 ? `We still need ${missingText([...missing])}. ` : null}
      Only the school and the instructors of your {childRows.length > 1 ? "children's" : "child's"} classes
      can see this.
    </p>
  );
}

/** The papers that staff have to see. What they have seen is not listed: the family has nothing to do about it. */
function PapersPart({ childRows }: { childRows: readonly ChildPaperwork[] }) {
  const papers = childRows.flatMap(({ name, missing }) =>
    missing.filter(isPaper).map((part) => ({ name, part })),
  );
  if (papers.length === 0) return null;
  return (
    <Part title="Papers to show" isMissing>
      <ul className="mb-2">
        {papers.map(({ name, part }) => (
          <li key={name + part}>
            Bring {name}'s {paperName(part)} to the office.
          </li>
        ))}
      </ul>
      <p className="mb-0">
        We take a look and give it back. We don't keep a copy. Once we've seen it, it's gone from this list.
      </p>
    </Part>
  );
}
