import { object, string } from "yup";
import { VoucherInput } from "../../shared/api/bounds.gen";
import type { RequestBody, Row } from "../../shared/api/types";
import { requiredText, textUpTo } from "../../shared/forms/textSchema";
import { parseAmount } from "../../shared/money";
import { siteDayOf, siteInstant } from "../../shared/siteTime";

/** A code with the number of its uses. */
export type Voucher = Row<"/vouchers">;

/** A code as typed: days as `2027-05-01`, on the camp's calendar. */
export interface VoucherDraft {
  code: string;
  kind: "percent" | "amount";
  value: string;
  season: string;
  account: string;
  maxUses: string;
  perAccount: string;
  startsOn: string;
  endsOn: string;
  note: string;
}

export const voucherSchema = object({
  code: requiredText(VoucherInput.code.maxLength, "Please enter a code."),
  kind: string().oneOf(["percent", "amount"]).required(),
  value: string()
    .trim()
    .required("Please enter how much it takes off.")
    .test("value", "Please enter 1 to 100 percent, or an amount such as 25.50.", (text, { parent }) =>
      parent.kind === "percent"
        ? isWholeNumber(text, VoucherInput.percent.maximum)
        : (parseAmount(text) ?? 0) > 0,
    ),
  season: string().default(""),
  account: string().trim().default(""),
  maxUses: wholeNumber(),
  perAccount: wholeNumber(),
  startsOn: string().default(""),
  endsOn: string()
    .default("")
    .test(
      "order",
      "The last day must not be before the first one.",
      (day, { parent }) => day === "" || (parent.startsOn ?? "") <= day,
    ),
  note: textUpTo(VoucherInput.note.maxLength),
});

/** A number of uses; the server has a lower maximum for one account. */
function wholeNumber() {
  return string()
    .trim()
    .default("")
    .test(
      "number",
      "Please enter a whole number from 1.",
      (text) => text === "" || isWholeNumber(text, VoucherInput.maxUses.maximum),
    );
}

function isWholeNumber(text: string, max: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max;
}

export function toVoucherDraft(voucher: Voucher | null): VoucherDraft {
  const { percent = null, amount = null, startsAt = null, endsAt = null } = voucher ?? {};
  return {
    code: voucher?.code ?? "",
    kind: amount === null ? "percent" : "amount",
    value: String(percent ?? amount ?? ""),
    season: voucher?.season ?? "",
    account: voucher?.account ?? "",
    maxUses: String(voucher?.maxUses ?? ""),
    perAccount: String(voucher?.perAccount ?? 1),
    startsOn: startsAt === null ? "" : siteDayOf(startsAt),
    endsOn: endsAt === null ? "" : siteDayOf(endsAt),
    note: voucher?.note ?? "",
  };
}

/** @param userId the number of the account that can use it; null for the one with the typed address, or everybody */
export function toVoucherValues(
  draft: VoucherDraft,
  userId: string | null,
): RequestBody<"POST", "/vouchers"> {
  const { code, kind, value, season, account, maxUses, perAccount, startsOn, endsOn, note } = draft;
  return {
    code,
    percent: kind === "percent" ? Number(value) : null,
    amount: kind === "amount" ? parseAmount(value) : null,
    season: season || null,
    ...(userId === null ? { account: account || null } : { userId }),
    maxUses: maxUses === "" ? null : Number(maxUses),
    perAccount: Number(perAccount || 1),
    startsAt: startsOn === "" ? null : siteInstant(startsOn, "00:00"),
    endsAt: endsOn === "" ? null : siteInstant(endsOn, "23:59"),
    note,
  };
}
