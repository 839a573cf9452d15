import { Section } from "../../../shared/components/Section";
import type { MyClass } from "../../api";
import { useCraftName } from "../../model/facts";
import { changesOf, type DeniedVersion } from "./changesOf";

interface ChangesProps {
  campClass: MyClass;
  before: DeniedVersion;
}

/** What the instructor has changed since the class was denied. */
export function Changes({ campClass, before }: ChangesProps) {
  const changes = changesOf(before, campClass, useCraftName());
  return (
    <Section title="Changed since then" level={3} className="p-3 mb-4 border rounded">
      <dl>
        {changes.map(({ name, before: old, after }) => (
          <div key={name} className="review-change">
            <dt>{name}</dt>
            <dd className="text-pre">
              {name === "Picture" ? (
                after
              ) : (
                <>
                  <del className="text-body-secondary">{old}</del>{" "}
                  <ins className="fw-semibold text-decoration-none">{after}</ins>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="form-text mb-0">
        {changes.length === 0
          ? "Nothing has changed, except perhaps the lessons."
          : "Changes to the lessons aren't listed here."}
      </p>
    </Section>
  );
}
