import type { ResponseBody } from "../../shared/api/types";

type School = ResponseBody<"GET", "/payments/{id}/receipt">["school"];

/** The school as receipts and tax statements name it. */
export function SchoolAddress({ school: { name, address, taxId } }: { school: School }) {
  return (
    <address className="mb-3">
      <strong>{name}</strong>
      <br />
      {address}
      {taxId === "" ? null : (
        <>
          <br />
          Tax ID {taxId}
        </>
      )}
    </address>
  );
}
