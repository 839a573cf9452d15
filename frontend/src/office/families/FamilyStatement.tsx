import { StatementOfYear, useStatementYear } from "../../payments/history/StatementPage";
import { downloadFile } from "../../shared/api/downloadFile";
import { FRESH, useUserData } from "../../shared/api/resources";
import { pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { usePageTitle } from "../../shared/screens/Page";
import { type Family, officeCalls } from "../api";

/** The tax statement of a family, for the office. */
export function FamilyStatement({ family: { account, payments } }: { family: Family }) {
  const { _id, name } = account;
  const year = useStatementYear();
  const title = `Tax Statement ${year} of ${name}`;
  usePageTitle(title);
  return (
    <>
      <BackLink to={pages.family(_id)}>{name}</BackLink>
      <StatementOfYear
        title={title}
        payments={payments}
        answer={useUserData(officeCalls.statement(_id, year), FRESH)}
        download={() =>
          downloadFile(officeCalls.statementPdf(_id, year), "application/pdf", `tax-statement-${year}.pdf`)
        }
      />
    </>
  );
}
