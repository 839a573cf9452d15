import { useState } from "react";
import { PICTURE_SIZES } from "../firstScreen";
import { useBackOnline } from "../hooks/useOnline";
import { srcSetOf, withoutHost } from "./url";

interface PictureProps {
  /** The URL; empty if there is no picture. */
  src: string;
  /** Empty if the adjacent text already describes the picture. */
  alt: string;
  /** Width to height; reserves the space before the picture is loaded. */
  ratio?: `${number} / ${number}`;
  /** The `sizes` attribute; by default for a picture in a public card grid. */
  sizes?: string;
  /** Loads immediately; for pictures above the fold. */
  eager?: boolean;
  className?: string;
}

/** A picture with a fixed aspect ratio, or a placeholder drawing if there is no picture or it does not load. */
export function Picture({
  src,
  alt,
  ratio = "3 / 2",
  sizes = PICTURE_SIZES.card,
  eager = false,
  className = "",
}: PictureProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  useBackOnline(() => setFailedSrc(null));
  const [width, height] = ratio.split(" / ").map((side) => Number(side) * 240);
  const missing = src === "" || failedSrc === src;
  const srcSet = srcSetOf(withoutHost(src));
  return (
    <div className={`picture ${className}`} style={{ aspectRatio: ratio }}>
      {missing ? (
        <PlaceholderDrawing alt={alt} />
      ) : (
        <img
          src={withoutHost(src)}
          srcSet={srcSet}
          sizes={srcSet && sizes}
          alt={alt}
          width={width}
          height={height}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : "auto"}
          decoding={eager ? "sync" : "async"}
          referrerPolicy="no-referrer"
          onError={() => setFailedSrc(src)}
        />
      )}
    </div>
  );
}

function PlaceholderDrawing({ alt }: { alt: string }) {
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
