/** Nothing for a school that has told no number. */
export function PhoneLink({ phone }: { phone: string }) {
  return phone && <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a>;
}
