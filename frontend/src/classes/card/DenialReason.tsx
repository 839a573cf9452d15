/** Tells the instructor why a class was denied, and what to do next. */
export function DenialReason({ feedback }: { feedback: string | null | undefined }) {
  return (
    <div className="verdict border-danger">
      <p className="fw-semibold mb-1">Why it was denied</p>
      <p className="text-pre mb-1">{feedback || "No reason given yet."}</p>
      <p className="mb-0">Update the class to send it for approval again.</p>
    </div>
  );
}
