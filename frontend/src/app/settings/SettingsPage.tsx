import { Link } from "react-router-dom";
import { Alerts } from "../../accounts/staff/Alerts";
import { StaffPages } from "../../accounts/staff/StaffPages";
import { AgreementTexts } from "../../care/office/AgreementTexts";
import { config } from "../../shared/config";
import { pages } from "../../shared/paths";
import { generalRefundText } from "../../shared/refundRules";
import { TabbedPage } from "../../shared/screens/TabbedPage";
import { Crafts } from "./Crafts";
import { School } from "./School";
import { SiteCheck } from "./SiteCheck";

const TABS = [
  ["", "General", General],
  ["agreements", "Agreements", AgreementTexts],
  ["check", "Site check", SiteCheck],
] as const;

/** What the office decides and looks after, for admins. */
export default function SettingsPage() {
  const tabs = TABS.filter(([part]) => config.care || part !== "agreements");
  return <TabbedPage title="Settings" path={pages.settings} tabs={tabs} />;
}

function General() {
  return (
    <div className="profile">
      <School />
      <Crafts />
      <section className="sheet" aria-labelledby="refunds">
        <h2 id="refunds">Refund terms</h2>
        <p>{generalRefundText()}</p>
        <p className="mb-0">
          Families read this before they pay: <Link to={pages.refundTerms}>How refunds work</Link>. Who runs
          the server can change it.
        </p>
      </section>
      <Alerts />
      <section className="sheet" aria-labelledby="staff-pages">
        <h2 id="staff-pages">Staff pages</h2>
        <p>For what no other page shows: look things up, and correct data.</p>
        <StaffPages />
      </section>
    </div>
  );
}
