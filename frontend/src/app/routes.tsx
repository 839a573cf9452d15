import { type ReactNode, Suspense, useState } from "react";
import { Outlet, type RouteObject, useLocation, useNavigation } from "react-router-dom";
import { RequireLogin, RequireRole } from "../accounts/session/guards";
import { SessionProvider } from "../accounts/session/SessionProvider";
import { Toasts } from "../shared/components/Toasts";
import { NotFoundPage } from "../shared/screens/FullPageError";
import { LoadedLocation, usePageTitle } from "../shared/screens/Page";
import { Progress } from "../shared/screens/Progress";
import { ErrorPage } from "./ErrorPage";
import { HomePage } from "./home/HomePage";
import { LazyPage, PageChunk } from "./LazyPage";
import { DashboardFrame } from "./layout/DashboardFrame";
import { DashboardLayout } from "./layout/DashboardLayout";
import { OfflineNotice } from "./layout/OfflineNotice";
import { PublicLayout } from "./layout/PublicLayout";
import { dashboardHome, dashboardPages, indexTitles, type PageEntry, publicPages } from "./pageTable";
import { RestoreScroll } from "./RestoreScroll";

/** All routes of the client, built from the page table. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Progress />,
    children: [
      {
        element: <PublicLayout />,
        children: withErrorPage([
          {
            index: true,
            element: (
              <Titled title={indexTitles[""]}>
                <HomePage />
              </Titled>
            ),
          },
          ...publicPages.map(routeOf),
          { path: "*", element: <NotFoundPage /> },
        ]),
      },
      {
        path: "/dashboard",
        element: (
          <RequireLogin Frame={DashboardFrame}>
            <DashboardLayout />
          </RequireLogin>
        ),
        children: withErrorPage([
          ...[dashboardHome, ...dashboardPages].map((page) =>
            routeOf({ ...page, load: () => withStyles(page.load) }),
          ),
          { path: "*", element: <NotFoundPage /> },
        ]),
      },
    ],
  },
];

/** Adds an error boundary inside the layout, so that an error in a page does not replace the layout. */
function withErrorPage(children: RouteObject[]): RouteObject[] {
  return [{ errorElement: <ErrorPage />, children }];
}

function routeOf({ path, title, hasName, roles, load }: PageEntry): RouteObject {
  const chunk = new PageChunk(load);
  const lazyPage = <LazyPage chunk={chunk} />;
  const page = roles ? <RequireRole roles={roles}>{lazyPage}</RequireRole> : lazyPage;
  const element = hasName ? page : <Titled title={title}>{page}</Titled>;
  return {
    path,
    // For DashboardFrame.
    handle: title,
    // Never rejects: the router would keep the error forever, whereas LazyPage shows it and can retry.
    lazy: async () => {
      await chunk.fetch().catch(() => {});
      return { element };
    },
  };
}

/** Loads a page of the dashboard and, with the first one, the styles of the dashboard. */
async function withStyles(load: PageEntry["load"]): ReturnType<PageEntry["load"]> {
  const [page] = await Promise.all([
    load(),
    import(/* webpackChunkName: "dashboard-styles" */ "./styles/dashboard.scss"),
  ]);
  return page;
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return children;
}

function Root() {
  const { state } = useNavigation();
  const [loadedLocation] = useState(useLocation());
  return (
    <Toasts>
      <SessionProvider>
        {state === "loading" ? <Progress label="Loading the page" /> : null}
        <LoadedLocation value={loadedLocation}>
          <Suspense fallback={<Progress />}>
            <Outlet />
          </Suspense>
        </LoadedLocation>
        <OfflineNotice />
        <RestoreScroll />
      </SessionProvider>
    </Toasts>
  );
}
