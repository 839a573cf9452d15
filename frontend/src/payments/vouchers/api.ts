import { request } from "../../shared/api/request";
import { useUserData } from "../../shared/api/resources";
import type { RequestBody, Row } from "../../shared/api/types";
import { path } from "../../shared/paths";

/** A code with the number of its uses. */
export type Voucher = Row<"/vouchers">;
export type VoucherValues = RequestBody<"POST", "/vouchers">;

/** All codes, the newest first. */
export function useVouchers() {
  return useUserData(path("/vouchers"));
}

/** Creates a code, or changes the one with this id. @throws ApiError 409 `already_exists` */
export async function saveVoucher(id: string | null, body: VoucherValues): Promise<void> {
  if (id === null) await request(path("/vouchers"), { method: "POST", body });
  else await request(path("/vouchers/{id}", id), { method: "PUT", body: { ...body, canceled: false } });
}

/** @throws ApiError */
export async function cancelVoucher({ _id }: Voucher): Promise<void> {
  await request(path("/vouchers/{id}", _id), { method: "PUT", body: { canceled: true } });
}
