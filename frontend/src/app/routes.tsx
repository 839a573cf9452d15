import { type ReactNode, Suspense } from "react";
import { Outlet, type RouteObject, ScrollRestoration, useNavigation } from "react-router-dom";
import { FirstPage, RequireLogin, RequireRole } from "../accounts/guards";
import { SessionProvider } from "../accounts/SessionProvider";
import { usePageTitle } from "../shared/Page";
import { Progress } from "../shared/Progress";
import { DashboardLayout } from "./DashboardLayout";
import { ErrorPage, NotFoundPage } from "./ErrorPage";
import { HomePage } from "./home/HomePage";
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
  return {
    path,
    lazy: async () => {
      const { default: Page } = await load();
      const page = role ? (
        <RequireRole role={role}>
          <Page />
        </RequireRole>
      ) : (
        <Page />
      );
      return { element: <Titled title={title}>{page}</Titled> };
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
      <ScrollRestoration />
    </SessionProvider>
  );
}
