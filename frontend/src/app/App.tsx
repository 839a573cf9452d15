import { StrictMode } from "react";
import { type createBrowserRouter, RouterProvider } from "react-router-dom";
import { SWRConfig, type SWRConfiguration } from "swr";
import { firstData } from "../shared/config";
import { resourceOptions } from "../shared/resources";
import { Toasts } from "../shared/Toasts";

interface AppProps {
  router: ReturnType<typeof createBrowserRouter>;
  /** Overrides how answers are cached; a test brings a cache of its own. */
  caching?: SWRConfiguration;
}

/** The whole client. */
export function App({ router, caching }: AppProps) {
  return (
    <StrictMode>
      <SWRConfig value={{ ...resourceOptions, fallback: firstData, ...caching }}>
        <Toasts>
          <RouterProvider router={router} />
        </Toasts>
      </SWRConfig>
    </StrictMode>
  );
}
