import Button from "react-bootstrap/Button";
import type { UploadState } from "./usePictureUpload";

/** The progress or the result of the upload. `hasPicture`: the form already has another picture. */
export function UploadStatus({ state, hasPicture }: { state: UploadState; hasPicture: boolean }) {
  return (
    <>
      {state.status === "uploading" ? <UploadProgress fraction={state.fraction} /> : null}
      <p className="visually-hidden" role="status">
        {state.status === "uploaded" ? "Your picture has been uploaded." : ""}
      </p>
      <div role="alert">
        {state.status === "failed" ? (
          <div className="alert alert-danger">
            <p className={state.retry ? "" : "mb-0"}>
              {state.message}
              {hasPicture ? " We've kept your previous picture." : null}
            </p>
            {state.retry ? (
              <Button variant="outline-danger" onClick={state.retry}>
                Try again
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
    </>
  );
}

function UploadProgress({ fraction }: { fraction: number }) {
  const percent = Math.round(fraction * 100);
  return (
    <div className="mb-3">
      <progress className="upload-progress" max={100} value={percent} aria-label="Uploading your picture" />
      <p className="form-text mb-0 amount">
        {percent < 100 ? `${percent}% uploaded` : "Uploaded. We're just checking your picture."}
      </p>
    </div>
  );
}
