/** A link that calls the number. */
export function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replace(/[^\d+]/g, "")}`}>{number}</a>;
}
