/** An address to write to; where it is too long for its line, it breaks before the @. */
export function EmailLink({ address }: { address: string }) {
  const at = address.lastIndexOf("@");
  // Some screen readers pause, or put a space, where a line may break.
  return (
    <a href={`mailto:${address}`} aria-label={address}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </a>
  );
}
