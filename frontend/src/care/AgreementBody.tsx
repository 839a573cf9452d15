interface AgreementBodyProps {
  title: string;
  body: string;
}

/** The text of an agreement, as it was written. A long one scrolls. */
export function AgreementBody({ title, body }: AgreementBodyProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className="agreement-body" tabIndex={0} aria-label={`Text of “${title}”`}>
      {body}
    </section>
  );
}
