import { useCallback, useEffect, useState } from "react";
import { type CardProvider, loadCardProvider } from "./stripe";

interface Loading {
  /** Null until it is loaded. */
  provider: CardProvider | null;
  failed: boolean;
  retry: () => void;
}

/** The card provider's client, from the moment a payment page is open. */
export function useCardProvider(): Loading {
  const [provider, setProvider] = useState<CardProvider | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    loadCardProvider().then(setProvider, () => setFailed(true));
  }, []);
  useEffect(load, [load]);
  return { provider, failed, retry: load };
}
