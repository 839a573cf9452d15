import { NeedsYou } from "../../office/needs/NeedsYou";
import { OfficeSearch } from "../../office/search/OfficeSearch";
import { config } from "../../shared/config";
import { TodaysLessons } from "./TodaysLessons";

/** The morning of the office: find somebody, see what waits and what takes place. */
export function AdminHome() {
  return (
    <>
      <OfficeSearch />
      <NeedsYou />
      {config.care ? <TodaysLessons /> : null}
    </>
  );
}
