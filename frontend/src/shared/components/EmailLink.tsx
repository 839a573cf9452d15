/** A mailto link; nothing for an account without an address. An address that is too long for its line breaks before the @. */
export function EmailLink({ address }: { address: string }) {
  if (address === "") return null;
  const at = address.lastIndexOf("@");
  // The label, because some screen readers read a pause or a space at <wbr>.
  return (
    <a href={`mailto:${address}`} aria-label={address}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </a>
  );
}
