const SCHEME = /:\/\/|(?:^|[^\p{L}\p{N}_])(?:https?|ftps?|mailto|tel|sms):/iu;
const HOST = /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/gu;
const TOP_LEVEL_DOMAIN = /^(?:\p{L}{2,}|xn--[a-z0-9-]+)$/iu;
const PATH = /^[/:?#]\S/;

export const NO_LINK = "Please leave out web addresses. Names may contain dots, with a space after each.";

/** Whether a mail program would make a link of a part of this name. The server's rule is in core/names.py. */
export function hasLink(name = ""): boolean {
  const text = name
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[\u3002\uff61]/g, ".");
  return SCHEME.test(text) || [...text.matchAll(HOST)].some((host) => isDomain(host, text));
}

function isDomain({ 0: host, index }: RegExpExecArray, text: string): boolean {
  const labels = host.split(".");
  const last = labels.pop() ?? "";
  const hasPath = PATH.test(text.slice(index + host.length));
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) return hasPath;
  // Initials are no domain ("J.R.R.Tolkien").
  return TOP_LEVEL_DOMAIN.test(last) && (hasPath || labels.some((label) => label.length > 1));
}
