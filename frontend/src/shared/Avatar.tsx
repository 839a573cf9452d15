import { useState } from "react";
import { useBackOnline } from "./network";

/** A person's photo, or the first letter of the name where there is none to show. */
export function Avatar({ photo, name }: { photo: string; name: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  useBackOnline(() => setFailed(null));
  const initial = (name.trim()[0] ?? "?").toUpperCase();
  if (photo === "" || failed === photo) {
    return (
      <span className="avatar d-inline-grid text-bg-secondary" role="img" aria-label={name} title={name}>
        {initial}
      </span>
    );
  }
  return (
    <img
      className="avatar"
      src={photo}
      alt={name}
      title={name}
      width={40}
      height={40}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(photo)}
    />
  );
}
