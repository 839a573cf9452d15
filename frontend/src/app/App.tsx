import { StrictMode } from "react";
import { type createBrowserRouter, RouterProvider } from "react-router-dom";
import { SWRConfig, type SWRConfiguration } from "swr";
import { resourceOptions } from "../shared/api/resources";
import { initialData } from "../shared/config";
import { RouterContext } from "./RestoreScroll";

interface AppProps {
  router: ReturnType<typeof createBrowserRouter>;
  /** Overrides the cache configuration; tests pass a cache of their own. */
  caching?: SWRConfiguration;
}

/** The root component. */
export function App({ router, caching }: AppProps) {
  return (
    <StrictMode>
      <SWRConfig value={{ ...resourceOptions, fallback: initialData, ...caching }}>
        <RouterContext value={router}>
          <RouterProvider router={router} />
        </RouterContext>
      </SWRConfig>
    </StrictMode>
  );
}
