import { Outlet } from "react-router-dom";
import { Footer } from "./Footer";
import { NavigationBar } from "./NavigationBar";
import { SkipLink } from "./SkipLink";

/** The layout of the public pages. */
export function PublicLayout() {
  return (
    <div className="page">
      <SkipLink />
      <NavigationBar />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
