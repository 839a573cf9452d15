import { PhoneLink } from "./PhoneLink";

/** More are folded. */
const MAX_UNFOLDED = 5;

interface UnreachedProps {
  /** Accounts that no e-mail reaches. */
  people: readonly { userId: string; name: string; phone: string }[];
}

/** The families that an e-mail doesn't reach, each with a phone number. Renders nothing if it reaches everybody. */
export function Unreached({ people }: UnreachedProps) {
  if (people.length === 0) return null;
  return (
    <details open={people.length <= MAX_UNFOLDED}>
      <summary className="mb-1">No email reaches them. Please call:</summary>
      <ul>
        {people.map(({ userId, name, phone }) => (
          <li key={userId}>
            {name}, {phone ? <PhoneLink number={phone} /> : "no phone number"}
          </li>
        ))}
      </ul>
    </details>
  );
}
