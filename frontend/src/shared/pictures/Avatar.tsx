import { useState } from "react";
import { useBackOnline } from "../hooks/useOnline";
import { withoutHost } from "./url";

interface AvatarProps {
  photo: string;
  name: string;
  /** Loads immediately; for a photo above the fold. */
  eager?: boolean;
}

/** A user's photo, or the first letter of the name if there is no photo or it does not load. */
export function Avatar({ photo, name, eager = false }: AvatarProps) {
  const [failedPhoto, setFailedPhoto] = useState<string | null>(null);
  useBackOnline(() => setFailedPhoto(null));
  const initial = (name.trim()[0] ?? "?").toUpperCase();
  if (photo === "" || failedPhoto === photo) {
    return (
      <span className="avatar d-inline-grid text-bg-secondary" role="img" aria-label={name} title={name}>
        {initial}
      </span>
    );
  }
  return (
    <img
      className="avatar"
      src={withoutHost(photo)}
      alt={name}
      title={name}
      width={40}
      height={40}
      loading={eager ? "eager" : "lazy"}
      referrerPolicy="no-referrer"
      onError={() => setFailedPhoto(photo)}
    />
  );
}
