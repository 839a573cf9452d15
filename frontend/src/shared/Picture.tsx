import { useState } from "react";
import { useBackOnline } from "./network";
import { sourcesOf } from "./pictureAddress";

interface PictureProps {
  src: string;
  /** What it shows; empty where the text beside it says so already. */
  alt: string;
  /** Width to height; the place is kept from the start. */
  ratio?: `${number} / ${number}`;
  /** How wide it is shown, as `sizes` has it; by default as in a list of cards. */
  sizes?: string;
  /** Loaded at once: for what is seen without scrolling. */
  eager?: boolean;
  className?: string;
}

/**
 * A card's width, where one, two or three stand side by side; on a phone two thirds of it, since more than two dots to
 * the pixel cost much and show little.
 */
const CARD = "(min-width: 768px) 30vw, (min-width: 576px) 45vw, 66vw";

/** A picture in a place of fixed ratio, and a drawing in its stead where it cannot be loaded. */
export function Picture({
  src,
  alt,
  ratio = "3 / 2",
  sizes = CARD,
  eager = false,
  className = "",
}: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  useBackOnline(() => setFailed(null));
  const [width, height] = ratio.split(" / ").map((side) => Number(side) * 240);
  const missing = src === "" || failed === src;
  return (
    <div className={`picture ${className}`} style={{ aspectRatio: ratio }}>
      {missing ? (
        <Drawing alt={alt} />
      ) : (
        <img
          src={src}
          srcSet={sourcesOf(src)}
          sizes={sizes}
          alt={alt}
          width={width}
          height={height}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : "auto"}
          decoding={eager ? "sync" : "async"}
          referrerPolicy="no-referrer"
          onError={() => setFailed(src)}
        />
      )}
    </div>
  );
}

/** A pot on a shelf. */
function Drawing({ alt }: { alt: string }) {
  return (
    <svg
      viewBox="0 0 120 80"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={alt}
      aria-hidden={alt === "" || undefined}
    >
      <rect width="120" height="80" fill="#e8d9bd" />
      <path d="M0 62h120v18H0z" fill="#b98a5e" />
      <path d="M48 26h24l-3 9c9 4 12 12 9 19-2 5-8 8-18 8s-16-3-18-8c-3-7 0-15 9-19z" fill="#a8442a" />
      <path
        d="M41 47c6 4 13-4 19 0s13 4 19 0"
        fill="none"
        stroke="#e0a526"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}
