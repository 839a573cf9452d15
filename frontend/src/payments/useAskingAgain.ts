import { useEffect } from "react";
import { useRefresh } from "../shared/resources";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const GROWTH = 1.6;

/** Asks for `path` again and again, ever less often, until it is null. */
export function useAskingAgain(path: string | null): void {
  const refresh = useRefresh();
  useEffect(() => {
    if (path === null) return;
    let timer: ReturnType<typeof setTimeout>;
    let ended = false;
    const askAfter = (pause: number) => {
      timer = setTimeout(async () => {
        await refresh(path);
        if (!ended) askAfter(Math.min(pause * GROWTH, LONGEST_PAUSE_MS));
      }, pause);
    };
    askAfter(FIRST_PAUSE_MS);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [path, refresh]);
}
