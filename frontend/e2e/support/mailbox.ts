import { expect } from "./fixtures";
import { MAILBOX_URL } from "./urls";

export interface Email {
  subject: string;
  text: string;
  html: string;
  attachments: { name: string; contentType: string; text: string }[];
}

/** An e-mail in the JSON of the mailbox. */
interface StoredEmail {
  id: string;
  subject: string;
  text?: string;
  html?: string;
  to: { address: string }[];
  attachments: { fileName: string; generatedFileName: string; contentType: string }[] | null;
}

/** Waits for an e-mail to this address with this subject, and returns the latest one. */
export async function waitForEmail({
  to,
  subject,
}: {
  to: string;
  subject: string | RegExp;
}): Promise<Email> {
  let found: StoredEmail | undefined;
  const isWanted = (email: StoredEmail) =>
    email.to.some(({ address }) => address === to) &&
    (typeof subject === "string" ? email.subject === subject : subject.test(email.subject));
  const find = async () => {
    const emails = (await (await request("email")).json()) as StoredEmail[];
    found = emails.findLast(isWanted);
    return found !== undefined;
  };
  await expect.poll(find, { message: `e-mail to ${to}: ${subject}`, timeout: 30_000 }).toBe(true);
  if (!found) throw new Error("unreachable");
  const { id, text = "", html = "", attachments } = found;
  return {
    subject: found.subject,
    text,
    html,
    attachments: await Promise.all((attachments ?? []).map((each) => readAttachment(id, each))),
  };
}

/** Returns the addresses that have an e-mail with this subject, once for each e-mail. */
export async function recipientsOf(subject: string): Promise<string[]> {
  const emails = (await (await request("email")).json()) as StoredEmail[];
  return emails.filter((email) => email.subject === subject).map(({ to }) => to[0]?.address ?? "");
}

async function readAttachment(
  emailId: string,
  { fileName, generatedFileName, contentType }: NonNullable<StoredEmail["attachments"]>[number],
): Promise<Email["attachments"][number]> {
  const response = await request(`email/${emailId}/attachment/${encodeURIComponent(generatedFileName)}`);
  return { name: fileName, contentType, text: await response.text() };
}

/** Returns the distinct URLs of the links in the e-mail's HTML, in their order. */
export function linksOf({ html }: Email): string[] {
  const addresses = [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, address = ""]) => address);
  return [...new Set(addresses.map((address) => address.replaceAll("&amp;", "&")))];
}

async function request(path: string): Promise<Response> {
  const response = await fetch(`${MAILBOX_URL}/${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}
