import { Link } from "react-router-dom";
import { useSession, useSessionState } from "../../accounts/session/SessionProvider";
import { mayNeedVerification } from "../../accounts/verification/refusals";
import { SendVerificationEmail } from "../../accounts/verification/SendVerificationEmail";
import { useRememberThisPage } from "../../accounts/verification/useRememberThisPage";
import type { Selection } from "../../classes/api";
import { ApiError, asApiError, errorMessage } from "../../shared/api/errors";
import { BusyButton } from "../../shared/components/BusyButton";
import { useAction } from "../../shared/hooks/useAction";
import { useIsPast } from "../../shared/hooks/useIsPast";
import { formatMoney } from "../../shared/money";
import { formatSiteMoment, formatSiteTimeWithZone } from "../../shared/siteTime";
import { totalOf } from "../selected/selections";
import { JoinFullClass } from "./JoinFullClass";
import { NotAllAvailable, type RefusalProps } from "./NotAllAvailable";
import { nextStepAfter, obstaclesOf } from "./obstacles";

/** Explains why the seats are not held, and offers the next step. */
export function HoldError({ error, retry, ...props }: RefusalProps) {
  const [obstacle] = obstaclesOf(error);
  const verification = useVerification(error);
  const rest = {
    ...props,
    busy: props.busy || verification.busy,
    retry: async () => {
      await verification.update();
      await retry();
    },
  };
  if (obstacle && rest.lines.length > 1) return <NotAllAvailable error={error} {...rest} />;
  return <Refusal error={obstacle ? new ApiError({ status: 409, ...obstacle }) : error} {...rest} />;
}

/** If the refusal may be due to an unverified address: learns, before the retry, whether it is verified meanwhile. */
function useVerification(error: unknown) {
  const session = useSession();
  const mayHelp = mayNeedVerification(error);
  useRememberThisPage(mayHelp);
  const { run, busy } = useAction(
    () => session.reloadUser(),
    () => {},
  );
  return { busy, update: async () => (mayHelp ? run() : undefined) };
}

function Refusal({ error, lines, busy, retry }: RefusalProps) {
  const { code = "", retryAt = null } = asApiError(error) ?? {};
  const { text, link, retryLabel = "Try again", final = false, waitlist } = nextStepAfter({ code, retryAt });
  const waits = !useIsPast(retryAt === null ? null : Date.parse(retryAt)) && retryAt !== null;
  const [selection] = lines;
  const session = useSessionState();
  const unverified = mayNeedVerification(error) && session.status === "in" && !session.user.emailVerified;
  const newPrice = code === "price_changed" ? newPriceTexts(lines) : null;
  return (
    <div className="alert alert-warning mt-3" role="alert">
      <p>{text ?? errorMessage(error)}</p>
      {newPrice ? <p className="fw-semibold amount">{newPrice.statement}</p> : null}
      {unverified ? <SendVerificationEmail /> : null}
      <div className="d-flex flex-wrap gap-2">
        {final ? null : (
          <BusyButton variant="outline-secondary" busy={busy} onClick={() => void retry()}>
            {newPrice ? newPrice.accept : retryLabel}
            {waits ? ` ${retryTimeText(code, retryAt)}` : null}
          </BusyButton>
        )}
        {waitlist && selection ? <JoinFullClass selection={selection} /> : null}
        {link ? (
          <Link className="btn btn-outline-primary" to={link[0]}>
            {link[1]}
          </Link>
        ) : null}
      </div>
    </div>
  );
}

/** An opening may be days away. */
function retryTimeText(code: string, retryAt: string): string {
  return code === "not_open_yet"
    ? `on ${formatSiteMoment(retryAt)}`
    : `at ${formatSiteTimeWithZone(retryAt)}`;
}

function newPriceTexts(lines: readonly Selection[]): { statement: string; accept: string } {
  const price = formatMoney(totalOf(lines));
  if (lines.length === 1) return { statement: `It now costs ${price}.`, accept: `Continue at ${price}` };
  return { statement: `Together, they now cost ${price}.`, accept: `Pay ${price} instead` };
}
