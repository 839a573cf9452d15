import { useCallback, useEffect, useState } from "react";
import { type CardProvider, loadCardProvider } from "../stripe";

interface CardProviderState {
  /** Null until it is loaded. */
  provider: CardProvider | null;
  failed: boolean;
  retry: () => void;
}

/** Loads the card provider's client on mount. */
export function useCardProvider(): CardProviderState {
  const [provider, setProvider] = useState<CardProvider | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    loadCardProvider().then(setProvider, () => setFailed(true));
  }, []);
  useEffect(load, [load]);
  return { provider, failed, retry: load };
}
