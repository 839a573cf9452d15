import { useField } from "formik";
import { useEffect, useId } from "react";
import { calls } from "../../shared/paths";
import { UploadStatus } from "../../shared/pictures/UploadStatus";
import { uploadPicture } from "../../shared/pictures/upload";
import { ACCEPTED_TYPES, PICTURE_HINT, usePictureUpload } from "../../shared/pictures/usePictureUpload";

interface PhotoUploadProps {
  /** The form value that gets the URL of the uploaded photo. */
  name: string;
  onUploadingChange: (uploading: boolean) => void;
}

/** A file input that uploads a photo and fills its URL into the form. */
export function PhotoUpload({ name, onUploadingChange }: PhotoUploadProps) {
  const id = useId();
  const [{ value }, , helpers] = useField<string>(name);
  const { state, upload } = usePictureUpload(
    (file, options) => uploadPicture(calls.myPhoto, file, options),
    (url) => void helpers.setValue(url),
  );
  const uploading = state.status === "uploading";
  useEffect(() => onUploadingChange(uploading), [uploading, onUploadingChange]);
  return (
    <div className="mb-3">
      <label className="form-label fw-semibold" htmlFor={id}>
        Upload a photo
      </label>
      <input
        id={id}
        type="file"
        accept={ACCEPTED_TYPES}
        className="form-control"
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget: { files } }) => files?.[0] && void upload(files[0])}
      />
      <div id={`${id}-hint`} className="form-text">
        {PICTURE_HINT}
      </div>
      <UploadStatus state={state} hasPicture={value !== ""} />
    </div>
  );
}
