import { useEffect, useEffectEvent, useState } from "react";

/** Returns a function that runs the action after the next rendering and its effects. */
export function useAfterRendering(action: () => void): () => void {
  const [requests, setRequests] = useState(0);
  const runAction = useEffectEvent(action);
  useEffect(() => {
    if (requests > 0) runAction();
  }, [requests]);
  return () => setRequests((count) => count + 1);
}
