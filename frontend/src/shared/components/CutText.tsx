/** Texts up to this length fit into their column. */
const SHORT = 20;

/** A text that a narrow table column cuts off. Focus and hover show all of it. */
export function CutText({ text }: { text: string }) {
  return (
    <span className="cut" tabIndex={text.length > SHORT ? 0 : undefined}>
      <span>{text}</span>
    </span>
  );
}
