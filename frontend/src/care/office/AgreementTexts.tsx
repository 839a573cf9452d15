import { useState } from "react";
import Button from "react-bootstrap/Button";
import { FRESH, useUserData } from "../../shared/api/resources";
import { path } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { formatSiteDate } from "../../shared/siteTime";
import { AgreementBody } from "../AgreementBody";
import { KINDS, TextDialog, type TextVersion } from "./TextDialog";
import "../care.scss";

/** The texts that families sign, with all of their versions. */
export function AgreementTexts() {
  const { data, error, mutate } = useUserData(path("/agreementTexts"), FRESH);
  return (
    <>
      <p className="prose">
        Families sign these texts for each of their children. A published text stays as it is. To change it,
        publish a new version, which families then sign.
      </p>
      {data ? null : <LoadingRows error={error} retry={mutate} />}
      {data ? <Texts versions={data} refresh={() => mutate()} /> : null}
    </>
  );
}

function Texts({ versions, refresh }: { versions: readonly TextVersion[]; refresh: () => Promise<unknown> }) {
  const [edited, setEdited] = useState<TextVersion | "new" | null>(null);
  const kinds = [...new Set(versions.map(({ kind }) => kind))];
  return (
    <>
      {kinds.length === 0 ? <EmptyState title="No agreements yet" /> : null}
      <div className="paperwork mb-4">
        {kinds.map((kind) => (
          <Kind key={kind} versions={versions.filter((each) => each.kind === kind)} onChange={setEdited} />
        ))}
      </div>
      {kinds.length < Object.keys(KINDS).length ? (
        <Button onClick={() => setEdited("new")}>Add an agreement</Button>
      ) : null}
      <TextDialog text={edited} kinds={kinds} refresh={refresh} close={() => setEdited(null)} />
    </>
  );
}

interface KindProps {
  /** The newest first. */
  versions: readonly TextVersion[];
  onChange: (text: TextVersion) => void;
}

function Kind({ versions: [current, ...earlier], onChange }: KindProps) {
  if (!current) return null;
  const { kind, title, body, required } = current;
  return (
    <section className="sheet" aria-labelledby={`text-${kind}`}>
      <h2 id={`text-${kind}`} className="fs-4">
        {title}
      </h2>
      <p>
        {KINDS[kind]}, version {current.version} of {formatSiteDate(current.createdAt)}.{" "}
        {required ? "Families are asked until they've answered." : "Families don't have to sign it."}
      </p>
      <AgreementBody title={title} body={body} />
      <Button variant="outline-primary" onClick={() => onChange(current)}>
        New version<span className="visually-hidden"> of {title}</span>
      </Button>
      {earlier.length > 0 ? (
        <details className="mt-3">
          <summary>Earlier versions ({earlier.length})</summary>
          {earlier.map((text) => (
            <div key={text._id} className="mt-3">
              <h3 className="fs-6">
                {text.title}, version {text.version} of {formatSiteDate(text.createdAt)}
              </h3>
              <AgreementBody title={`${text.title}, version ${text.version}`} body={text.body} />
            </div>
          ))}
        </details>
      ) : null}
    </section>
  );
}
