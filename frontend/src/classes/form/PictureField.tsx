import { useEffect } from "react";
import { Field } from "../../shared/forms/Field";
import { FormField, useFormField } from "../../shared/forms/FormField";
import { Picture } from "../../shared/pictures/Picture";
import { UploadStatus } from "../../shared/pictures/UploadStatus";
import { ACCEPTED_TYPES, PICTURE_HINT, usePictureUpload } from "../../shared/pictures/usePictureUpload";
import { uploadClassPicture } from "../instructorApi";

const HINT = `Optional. ${PICTURE_HINT}`;

interface PictureFieldProps {
  /** Adds an input for the URL. */
  allowUrl?: boolean;
  onUploadingChange: (uploading: boolean) => void;
}

/** The picture of a class, with a preview. A file is uploaded as soon as it is chosen. */
export function PictureField({ allowUrl = false, onUploadingChange }: PictureFieldProps) {
  const { input, inputProps: fieldProps, error, helpers } = useFormField("image", HINT);
  const setUrl = (url: string) => {
    void helpers.setTouched(true, false);
    void helpers.setValue(url);
  };
  const { state, upload } = usePictureUpload(uploadClassPicture, setUrl);
  const uploading = state.status === "uploading";
  useEffect(() => onUploadingChange(uploading), [uploading, onUploadingChange]);
  const src = uploading ? state.preview : input.value;
  // With a URL input, that input shows the error of the value.
  const inputProps = allowUrl ? { id: fieldProps.id } : fieldProps;
  return (
    <>
      <Picture src={src} alt={src ? "Preview of your picture" : ""} className="upload-preview mb-3 rounded" />
      <FormField
        id={fieldProps.id}
        label={allowUrl ? "Upload a new picture" : "Image"}
        hint={HINT}
        error={allowUrl ? undefined : error}
      >
        <input
          {...inputProps}
          type="file"
          accept={ACCEPTED_TYPES}
          className={`form-control ${error === undefined || allowUrl ? "" : "is-invalid"}`}
          onChange={({ currentTarget: { files } }) => files?.[0] && void upload(files[0])}
        />
      </FormField>
      <UploadStatus state={state} hasPicture={input.value !== ""} />
      {allowUrl ? <Field name="image" label="Image URL" inputMode="url" spellCheck={false} /> : null}
    </>
  );
}
