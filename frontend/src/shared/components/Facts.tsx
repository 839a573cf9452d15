/** Short facts in a line, with dots between them; where the line wraps, there is no dot. */
export function Facts({ of: facts }: { of: readonly string[] }) {
  return (
    <span className="fact-line">
      {facts.map((fact) => (
        <span key={fact}>{fact} </span>
      ))}
    </span>
  );
}
