import { useCallback, useEffect, useState } from "react";
import { useBackOnline } from "../../shared/hooks/useOnline";
import { loadStripeClient, type StripeClient } from "../stripe";

interface StripeClientState {
  /** Null until it is loaded. */
  client: StripeClient | null;
  failed: boolean;
  retry: () => void;
}

/** Loads Stripe's client on mount. */
export function useStripeClient(): StripeClientState {
  const [client, setClient] = useState<StripeClient | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    loadStripeClient().then(setClient, () => setFailed(true));
  }, []);
  useEffect(load, [load]);
  useBackOnline(() => failed && load());
  return { client, failed, retry: load };
}
