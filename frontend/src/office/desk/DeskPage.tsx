import { useState } from "react";
import Button from "react-bootstrap/Button";
import { PageHeading } from "../../shared/screens/Page";
import { FamilySearch } from "./FamilySearch";
import { NewFamilyDialog } from "./NewFamilyDialog";
import { Owed } from "./Owed";
import "../office.scss";

/** The page that the office keeps open: find a family, and see what waits. */
export default function DeskPage() {
  const [isNew, setNew] = useState(false);
  return (
    <>
      <div className="d-flex flex-wrap justify-content-between align-items-start gap-2 mb-2">
        <PageHeading>Desk</PageHeading>
        <Button variant="outline-primary" onClick={() => setNew(true)}>
          New family
        </Button>
      </div>
      <FamilySearch />
      <Owed />
      <NewFamilyDialog open={isNew} close={() => setNew(false)} />
    </>
  );
}
