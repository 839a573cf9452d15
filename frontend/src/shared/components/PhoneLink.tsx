/** A link that calls the number; nothing without one. */
export function PhoneLink({ number }: { number: string }) {
  return number && <a href={`tel:${number.replace(/[^\d+]/g, "")}`}>{number}</a>;
}
