import { useEffect, useRef, useState } from "react";
import { ApiError, explain } from "../shared/apiError";
import { keepPicture } from "./offering";

const KINDS = ["image/jpeg", "image/png", "image/webp"];
/** For a file input: what it lets choose. */
export const PICTURE_KINDS = KINDS.join(",");
const MOST_MEGABYTES = 10;

export type UploadState =
  | { status: "none" }
  /** `share` has been sent, from 0 to 1; `preview` is an address of the file on this device. */
  | { status: "sending"; share: number; preview: string }
  | { status: "arrived" }
  /** `again` sends the same file once more, where that may help. */
  | { status: "failed"; why: string; again?: () => void };

/** Sends the picture that is chosen, the latest only, and hands on the address under which it is kept. */
export function usePictureUpload(keep: (address: string) => void) {
  const [state, setState] = useState<UploadState>({ status: "none" });
  const latest = useRef<File | null>(null);
  useEffect(() => {
    return () => {
      latest.current = null;
    };
  }, []);
  usePreviewRelease(state);

  const send = async (file: File) => {
    latest.current = file;
    const tell = (next: UploadState) => latest.current === file && setState(next);
    const refusal = refuse(file);
    if (refusal) return void tell({ status: "failed", why: refusal });
    const preview = URL.createObjectURL(file);
    tell({ status: "sending", share: 0, preview });
    try {
      const address = await keepPicture(file, (share) => tell({ status: "sending", share, preview }));
      if (latest.current === file) keep(address);
      tell({ status: "arrived" });
    } catch (error) {
      const passing = !(error instanceof ApiError) || error.passing;
      tell({ status: "failed", why: explain(error), again: passing ? () => void send(file) : undefined });
    }
  };
  return { state, send };
}

/** What can be said of a file without sending it; the server looks at what is inside. */
function refuse(file: File): string | null {
  if (file.size === 0) return "This file is empty. Please choose another picture.";
  if (file.type !== "" && !KINDS.includes(file.type))
    return "This file is no picture that we can show. Please choose a JPEG, PNG or WebP picture.";
  if (file.size > MOST_MEGABYTES * 1024 * 1024)
    return `This picture is too large: at most ${MOST_MEGABYTES} MB, please.`;
  return null;
}

/** The browser keeps the file in memory for as long as its address lives. */
function usePreviewRelease(state: UploadState): void {
  const preview = state.status === "sending" ? state.preview : null;
  useEffect(() => {
    if (preview === null) return;
    return () => URL.revokeObjectURL(preview);
  }, [preview]);
}
