import { config } from "../../shared/config";

/** The name and address of the school. */
export function Letterhead({ className = "" }: { className?: string }) {
  const { email, phone, address } = config.contact;
  return (
    <address className={className}>
      <strong>{config.siteName}</strong>
      <br />
      {address}
      <br />
      {email}, {phone}
    </address>
  );
}
