import { type ReactNode, Suspense } from "react";
import { Outlet, type RouteObject, ScrollRestoration, useNavigation } from "react-router-dom";
import { FirstPage, RequireLogin, RequireRole } from "../accounts/guards";
import { SessionProvider } from "../accounts/SessionProvider";
import { usePageTitle } from "../shared/Page";
import { Progress } from "../shared/Progress";
import { DashboardLayout } from "./DashboardLayout";
import { ErrorPage, NotFoundPage } from "./ErrorPage";
import { HomePage } from "./home/HomePage";
import { LatePage, PageCode } from "./LatePage";
import { OfflineNote } from "./OfflineNote";
import { PublicLayout } from "./PublicLayout";
import { dashboardPages, type PageEntry, publicPages } from "./pageTable";

/** Every route of the client, made of the page table. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Progress />,
    children: [
      {
        element: <PublicLayout />,
        children: guardedByErrors([
          {
            index: true,
            element: (
              <Titled title="Home">
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
          <RequireLogin>
            <DashboardLayout />
          </RequireLogin>
        ),
        children: guardedByErrors([
          { index: true, element: <FirstPage /> },
          ...dashboardPages.map(routeOf),
          { path: "*", element: <NotFoundPage /> },
        ]),
      },
    ],
  },
];

/** A page that breaks leaves the layout around it standing. */
function guardedByErrors(children: RouteObject[]): RouteObject[] {
  return [{ errorElement: <ErrorPage />, children }];
}

function routeOf({ path, title, role, load }: PageEntry): RouteObject {
  const code = new PageCode(load);
  const page = <LatePage code={code} />;
  const element = (
    <Titled title={title}>{role ? <RequireRole role={role}>{page}</RequireRole> : page}</Titled>
  );
  return {
    path,
    // The router would remember a failure for ever: the page itself tells it, and tries again.
    lazy: async () => {
      await code.fetch().catch(() => {});
      return { element };
    },
  };
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return children;
}

function Root() {
  const { state } = useNavigation();
  return (
    <SessionProvider>
      {state === "loading" ? <Progress label="Loading the page" /> : null}
      <Suspense fallback={<Progress />}>
        <Outlet />
      </Suspense>
      <OfflineNote />
      <ScrollRestoration />
    </SessionProvider>
  );
}
