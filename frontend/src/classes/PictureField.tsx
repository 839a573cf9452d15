import { useEffect } from "react";
import Button from "react-bootstrap/Button";
import { Field } from "../shared/Field";
import { FieldFrame, useFramed } from "../shared/FieldFrame";
import { Picture } from "../shared/Picture";
import { PICTURE_KINDS, type UploadState, usePictureUpload } from "./usePictureUpload";

const HINT = "JPEG, PNG or WebP, at most 10 MB.";

interface PictureFieldProps {
  /** Lets an address be typed too. */
  byAddress?: boolean;
  /** Told whether a picture is on its way. */
  onBusy: (busy: boolean) => void;
}

/** The picture of a class: a file that is sent as soon as it is chosen, with a preview. */
export function PictureField({ byAddress = false, onBusy }: PictureFieldProps) {
  const { input, tied, error, helpers } = useFramed("image", HINT);
  const keep = (address: string) => {
    void helpers.setTouched(true, false);
    void helpers.setValue(address);
  };
  const { state, send } = usePictureUpload(keep);
  const busy = state.status === "sending";
  useEffect(() => onBusy(busy), [busy, onBusy]);
  const shown = state.status === "sending" ? state.preview : input.value;
  // The address above shows what is wrong with the value; alone, the file input does.
  const blamed = byAddress ? { id: tied.id } : tied;
  return (
    <>
      {byAddress ? <Field name="image" label="Image address" inputMode="url" spellCheck={false} /> : null}
      <FieldFrame
        id={tied.id}
        label={byAddress ? "Or a new picture from this device" : "Image"}
        hint={HINT}
        error={byAddress ? undefined : error}
      >
        <input
          {...blamed}
          type="file"
          accept={PICTURE_KINDS}
          className={`form-control ${error === undefined || byAddress ? "" : "is-invalid"}`}
          onChange={({ currentTarget: { files } }) => files?.[0] && void send(files[0])}
        />
      </FieldFrame>
      <Upload state={state} kept={input.value !== ""} />
      <Picture src={shown} alt={shown ? "The picture as it will be seen" : ""} className="upload-preview" />
    </>
  );
}

/** `kept`: there is a picture from before. */
function Upload({ state, kept }: { state: UploadState; kept: boolean }) {
  return (
    <>
      {state.status === "sending" ? <Sending share={state.share} /> : null}
      <p className="visually-hidden" role="status">
        {state.status === "arrived" ? "The picture has arrived." : ""}
      </p>
      <div role="alert">
        {state.status === "failed" ? (
          <div className="alert alert-danger">
            <p className={state.again ? "" : "mb-0"}>
              {state.why}
              {kept ? " The picture from before stays." : null}
            </p>
            {state.again ? (
              <Button variant="outline-danger" onClick={state.again}>
                Try again
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
    </>
  );
}

function Sending({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div className="mb-3">
      <progress className="upload-progress" max={100} value={percent} aria-label="Upload of the picture" />
      <p className="form-text mb-0 amount">
        {percent < 100 ? `${percent} % sent` : "All sent. We are looking at the picture."}
      </p>
    </div>
  );
}
