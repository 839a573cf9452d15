import Button from "react-bootstrap/Button";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import { pages } from "../../shared/paths";
import type { CampClass } from "../api";

/** Shares the address of a class with the device's own dialog, or copies it where there is none. */
export function ShareClass({ campClass }: { campClass: Pick<CampClass, "_id" | "nameClass"> }) {
  const toast = useToast();
  const { _id, nameClass } = campClass;
  const url = location.origin + pages.class(_id);
  const share = useAction(
    async () => {
      if (navigator.share) return navigator.share({ title: nameClass, url });
      await navigator.clipboard.writeText(url);
      toast("Link copied.");
    },
    (error) => {
      // The user closed the dialog.
      if (error instanceof DOMException && error.name === "AbortError") return;
      toast(`Your browser couldn't copy the link. It is ${url}`, "warning");
    },
  );
  return (
    <Button size="sm" variant="link" className="px-0 fw-normal" onClick={() => void share.run()}>
      Share<span className="visually-hidden"> {nameClass}</span>
    </Button>
  );
}
