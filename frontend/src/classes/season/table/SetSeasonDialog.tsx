import { object, string } from "yup";
import { Dialog } from "../../../shared/components/Dialog";
import { useToast } from "../../../shared/components/Toasts";
import { DialogForm } from "../../../shared/forms/DialogForm";
import { SelectField } from "../../../shared/forms/SelectField";
import type { ReviewedClass } from "../../api";
import { refusalText } from "../../bulk";
import { classCount } from "../../model/facts";
import { NO_SEASON, type Season, type SeasonScope } from "../../model/seasons";
import { setSeason, useRefreshSeason } from "../api";

const schema = object({ slug: string().required("Please choose a season.") });

interface SetSeasonDialogProps {
  season: SeasonScope;
  seasons: readonly Season[];
  classes: readonly ReviewedClass[];
  open: boolean;
  close: () => void;
  clear: () => void;
}

/** The dialog in which an admin moves classes to another season. */
export function SetSeasonDialog({ season, seasons, classes, open, close, clear }: SetSeasonDialogProps) {
  const refresh = useRefreshSeason(season);
  const toast = useToast();
  const submit = async ({ slug }: { slug: string }) => {
    const ids = classes.map(({ _id }) => _id);
    const refused = await setSeason(ids, slug === NO_SEASON.slug ? null : slug);
    toast(`${classCount(ids.length - refused.length)} moved`);
    for (const each of refused) toast(refusalText(each, classes), "warning");
    await refresh();
    clear();
    close();
  };
  const others = seasons
    .filter(({ _id }) => _id !== season._id)
    .map(({ slug, name }) => [slug, name] as const);
  return (
    <Dialog title={`Move ${classCount(classes.length)}`} open={open} close={close} hasInput>
      <DialogForm initial={{ slug: "" }} schema={schema} submit={submit} confirm="Set Season">
        <SelectField
          name="slug"
          label="Season"
          any="Choose a season"
          options={[...others, [NO_SEASON.slug, "No season: open once approved"]]}
        />
      </DialogForm>
    </Dialog>
  );
}
