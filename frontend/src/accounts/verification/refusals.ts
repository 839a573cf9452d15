import { asApiError } from "../../shared/api/errors";

const CODES = new Set(["verified_email_needed", "too_many_holds"]);

/** Whether the server may have refused a request because it doesn't know of a verified address; also for one of several seats. */
export function mayNeedVerification(error: unknown): boolean {
  const refusal = asApiError(error);
  return [refusal, ...(refusal?.lines ?? [])].some((each) => CODES.has(String(each?.code)));
}
