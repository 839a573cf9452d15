import { useCraftName } from "../../model/facts";
import { changesOf, type DeniedVersion, type MyClass } from "./changesOf";

interface ChangesProps {
  campClass: MyClass;
  before: DeniedVersion;
}

/** What the instructor has changed since the class was denied. */
export function Changes({ campClass, before }: ChangesProps) {
  const changes = changesOf(before, campClass, useCraftName());
  return (
    <section className="review-changes" aria-labelledby="review-changes">
      <h3 id="review-changes" className="fs-5">
        Changed since then
      </h3>
      <dl>
        {changes.map(({ name, before: old, after }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {name === "Picture" ? (
                after
              ) : (
                <>
                  <del>{old}</del> <ins>{after}</ins>
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
    </section>
  );
}
