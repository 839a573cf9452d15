/** The sums of a report, above its table. */
export function Totals({ of }: { of: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="report-totals">
      {of.map(([name, value]) => (
        <div className="statistic-card" key={name}>
          <dt>{name}</dt>
          <dd className="statistic-value amount">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
