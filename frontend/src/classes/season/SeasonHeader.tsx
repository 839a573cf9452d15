import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { ActionMenu } from "../../shared/components/ActionMenu";
import { config } from "../../shared/config";
import { hasDraft } from "../../shared/forms/drafts";
import { pages } from "../../shared/paths";
import { PageHeading } from "../../shared/screens/Page";
import { messagesOfSeason } from "../messages/api";
import { MessageDialog } from "../messages/MessageDialog";
import { daysOf, registrationText } from "../model/openingText";
import type { Season } from "../model/seasons";
import { CopyDialog } from "./CopyDialog";
import { ImportDialog } from "./ImportDialog";
import { SeasonDialog, seasonDraftName } from "./SeasonDialog";

interface SeasonHeaderProps {
  /** Null: the page shows the classes of several seasons, or of none. */
  season: Season | null;
  seasons: readonly Season[];
  /** Called with the id of a season that has been added or changed. */
  saved: (id: string) => void;
}

/** The heading of Manage Classes: when the season is and opens, and a menu of what can be done with it. */
export function SeasonHeader({ season, seasons, saved }: SeasonHeaderProps) {
  const [dialog, setDialog] = useState(() => dialogWithDraft(season));
  const navigate = useNavigate();
  const open = (label: string, which: typeof dialog) => ({ label, run: () => setDialog(which) });
  const close = () => setDialog(null);
  const others = seasons.filter((each) => each !== season);
  const ofSeason = season
    ? [
        open("Edit season", "edit"),
        ...(others.length > 0 ? [open("Copy a season", "copy")] : []),
        open("Import a spreadsheet", "import"),
        open("Write to families", "message"),
        ...(config.care
          ? [{ label: "Paperwork", run: () => void navigate(pages.seasonPaperwork(season.slug)) }]
          : []),
      ]
    : [];
  return (
    <>
      <div className="d-flex flex-wrap justify-content-between align-items-start gap-2 mb-2">
        <PageHeading>Manage Classes</PageHeading>
        <div className="d-flex flex-wrap gap-2">
          <ActionMenu
            label="Season"
            name={season?.name ?? ""}
            actions={[...ofSeason, open("New season", "new")]}
          />
          <Link
            className="btn btn-outline-primary btn-sm"
            to={season ? pages.addClassTo(season.slug) : pages.addClass}
          >
            Add a class
          </Link>
        </div>
      </div>
      {season ? (
        <p className="mb-3">
          {daysOf(season)}. {registrationText(season)}
        </p>
      ) : null}
      <SeasonDialog season={null} open={dialog === "new"} close={close} saved={saved} />
      {season ? (
        <>
          <SeasonDialog season={season} open={dialog === "edit"} close={close} saved={saved} />
          <CopyDialog season={season} others={others} open={dialog === "copy"} close={close} />
          <ImportDialog season={season} open={dialog === "import"} close={close} />
          <MessageDialog
            to={{ name: season.name, path: messagesOfSeason(season._id), isSeason: true }}
            open={dialog === "message"}
            close={close}
          />
        </>
      ) : null}
    </>
  );
}

type OpenDialog = "new" | "edit" | "copy" | "import" | "message" | null;

/** The dialog with text that was saved when the session ended. */
function dialogWithDraft(season: Season | null): OpenDialog {
  if (hasDraft(seasonDraftName(null))) return "new";
  return season && hasDraft(seasonDraftName(season)) ? "edit" : null;
}
