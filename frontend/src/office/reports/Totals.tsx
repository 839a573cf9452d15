/** The sums of a report, above its table. */
export function Totals({ of }: { of: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="report-totals">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="amount">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
