/** The sums of a report, above its table. */
export function Totals({ of }: { of: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="report-totals">
      {of.map(([name, value]) => (
        <div className="p-3 bg-body-tertiary border rounded" key={name}>
          <dt className="fw-semibold text-body-secondary">{name}</dt>
          <dd className="amount fs-4 fw-bold text-nowrap mb-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
