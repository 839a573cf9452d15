import { Outlet } from "react-router-dom";
import { LeaveQuestion } from "../../shared/forms/LeaveQuestion";
import { Footer } from "./Footer";
import { NavigationBar } from "./NavigationBar";
import { SkipLink } from "./SkipLink";

/** The layout of the public pages. */
export function PublicLayout() {
  return (
    <div className="page">
      <SkipLink />
      <LeaveQuestion />
      <NavigationBar />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
