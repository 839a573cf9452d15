import { useEffect, useRef, useState } from "react";
import { asApiError, errorMessage } from "../api/errors";
import type { UploadOptions } from "../api/upload";

const MEDIA_TYPES = ["image/jpeg", "image/png", "image/webp", "image/heic", "image/heif", "image/avif"];
/** The value of the file input's `accept` attribute. */
export const ACCEPTED_TYPES = MEDIA_TYPES.join(",");
const MAX_MEGABYTES = 10;
export const PICTURE_HINT = `JPEG, PNG, WebP, HEIC or AVIF, up to ${MAX_MEGABYTES} MB.`;

export type UploadState =
  | { status: "idle" }
  /** `fraction` is the part that has been sent, from 0 to 1; `preview` is an object URL of the file. */
  | { status: "uploading"; fraction: number; preview: string }
  | { status: "uploaded" }
  /** `retry` uploads the same file again; undefined if that cannot succeed. */
  | { status: "failed"; message: string; retry?: () => void };

/**
 * Uploads the chosen picture. Aborts the upload if the user chooses another one or leaves.
 *
 * @param send uploads the file and returns the URL of the stored picture
 * @param onUploaded gets that URL
 */
export function usePictureUpload(
  send: (file: File, options: UploadOptions) => Promise<string>,
  onUploaded: (url: string) => void,
) {
  const [state, setState] = useState<UploadState>({ status: "idle" });
  const latest = useRef(new AbortController());
  useEffect(() => () => latest.current.abort(), []);
  usePreviewRelease(state);

  const upload = async (file: File) => {
    latest.current.abort();
    latest.current = new AbortController();
    const { signal } = latest.current;
    const update = (next: UploadState) => signal.aborted || setState(next);
    const problem = validationError(file);
    if (problem) return void update({ status: "failed", message: problem });
    const preview = URL.createObjectURL(file);
    update({ status: "uploading", fraction: 0, preview });
    try {
      const onProgress = (fraction: number) => update({ status: "uploading", fraction, preview });
      const url = await send(file, { onProgress, signal });
      if (!signal.aborted) onUploaded(url);
      update({ status: "uploaded" });
    } catch (error) {
      const mayRetry = asApiError(error)?.isTransient ?? true;
      update({
        status: "failed",
        message: errorMessage(error),
        retry: mayRetry ? () => void upload(file) : undefined,
      });
    }
  };
  return { state, upload };
}

/** Returns why the file cannot be uploaded, or null. The server validates the content. */
function validationError(file: File): string | null {
  if (file.size === 0) return "This file is empty. Please choose another picture.";
  if (file.type !== "" && !MEDIA_TYPES.includes(file.type))
    return "We can't use this file. Please choose a JPEG, PNG, WebP, HEIC or AVIF picture.";
  if (file.size > MAX_MEGABYTES * 1024 * 1024)
    return `This picture is too large. Please choose one up to ${MAX_MEGABYTES} MB, such as a screenshot of the photo.`;
  return null;
}

/** Revokes the object URL of the preview when it is no longer shown, to release the file's memory. */
function usePreviewRelease(state: UploadState): void {
  const preview = state.status === "uploading" ? state.preview : null;
  useEffect(() => {
    if (preview === null) return;
    return () => URL.revokeObjectURL(preview);
  }, [preview]);
}
