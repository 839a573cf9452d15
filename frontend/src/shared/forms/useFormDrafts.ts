import { useEffect, useEffectEvent, useState } from "react";
import { currentUserEmail } from "../api/request";
import { type Draft, draftOf, keepDraft, keptDraft, removeDraft, saveDraft } from "./drafts";
import { useUnsaved } from "./unsaved";

export type FormDrafts = ReturnType<typeof useFormDrafts>;

/**
 * The draft of a form.
 *
 * @param initial the values without a draft
 * @param name the name of the draft, if the form has one
 * @param isKept keeps the draft on this device while the user types, and not only when the session ends
 */
export function useFormDrafts(initial: Draft, name: string | undefined, isKept: boolean) {
  const [loaded] = useState(initial);
  const taken = useTakenDraft(isKept ? undefined : name);
  const [draft, setDraft] = useState(() => (isKept && name ? keptDraft(name) : taken));
  const [initialValues] = useState<Draft>(() => ({ ...loaded, ...draft }));
  // A draft that is not kept was removed when it was read.
  const [saved, setSaved] = useState(isKept ? initialValues : loaded);
  const [isStored, setStored] = useState(isKept);
  const save = (values: Draft) => {
    const changed = changedValues(loaded, values);
    const isChanged = Object.keys(changed).length > 0;
    if (name && isKept) setStored(keepDraft(name, isChanged ? changed : null));
    else if (name && isChanged) saveDraft(name, changed);
  };
  /** The values are on the screen again. */
  const forgetSaved = () => {
    if (name && !isKept) removeDraft(name);
  };
  /** The values are on the server, or the user does not want them anymore. */
  const forget = (values: Draft) => {
    if (name && isKept) keepDraft(name, null);
    setSaved(values);
    setDraft(null);
  };
  return {
    loaded,
    initialValues,
    save,
    forgetSaved,
    isKept,
    isStored,
    isRestored: isKept && draft !== null,
    isUnsaved: (values: Draft) => Object.keys(changedValues(saved, values)).length > 0,
    onSubmitted: forget,
    discard: () => forget(loaded),
  };
}

/** Takes the draft `name`. It is removed once it is shown, because React may render several times before. */
export function useTakenDraft(name: string | undefined): Draft | null {
  const [draft] = useState(() => (name ? draftOf(name) : null));
  useEffect(() => {
    if (name) removeDraft(name);
  }, [name]);
  return draft;
}

/** Saves the draft when it has to be saved. If `asks`, LeaveQuestion asks before the user leaves the form. */
export function useDraft(drafts: FormDrafts, values: Draft, isSubmitting: boolean, asks: boolean): void {
  useUnsaved(asks && !isSubmitting && !drafts.isStored && drafts.isUnsaved(values));
  const save = useEffectEvent(() => drafts.save(values));
  // biome-ignore lint/correctness/useExhaustiveDependencies: saves whenever the values change
  useEffect(() => {
    if (drafts.isKept) save();
  }, [values, drafts.isKept]);
  useAtSessionEnd(save, drafts.forgetSaved);
}

/**
 * Saves what the user has typed or chosen, if the component disappears because the session has ended, or by a reload.
 *
 * @param forgetSaved removes what was saved: the browser has come back to the page as it was left
 */
export function useAtSessionEnd(save: () => void, forgetSaved: () => void): void {
  const saveLatest = useEffectEvent(save);
  const forgetLatest = useEffectEvent(forgetSaved);
  useEffect(() => {
    const emailAtMount = currentUserEmail();
    const saveAtReload = () => saveLatest();
    const forgetAtReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) forgetLatest();
    };
    window.addEventListener("pagehide", saveAtReload);
    window.addEventListener("pageshow", forgetAtReturn);
    return () => {
      window.removeEventListener("pagehide", saveAtReload);
      window.removeEventListener("pageshow", forgetAtReturn);
      if (emailAtMount !== null && currentUserEmail() === null) saveLatest();
    };
  }, []);
}

/**
 * What the user has changed, without passwords and files. The other values are loaded again: they may have changed elsewhere
 * before the draft is used.
 */
function changedValues(loaded: Draft, values: Draft): Draft {
  const entries = Object.entries(values).filter(
    ([name, value]) =>
      !/password/i.test(name) &&
      (typeof value !== "object" || Array.isArray(value)) &&
      JSON.stringify(value) !== JSON.stringify(loaded[name]),
  );
  return Object.fromEntries(entries);
}
