import { createContext, memo, type ReactNode, useContext, useId, useState } from "react";
import Button from "react-bootstrap/Button";
import Modal from "react-bootstrap/Modal";
import { useAfterRendering } from "../hooks/useAfterRendering";
import { BusyButton } from "./BusyButton";

interface DialogProps {
  title: string;
  open: boolean;
  close: () => void;
  /** Keeps the dialog open while an action runs whose outcome it shows. */
  busy?: boolean;
  /** The user types in the dialog: a click beside it does not close it. */
  hasInput?: boolean;
  /** Wide, for tables. */
  size?: "xl";
  /**
   * Called after the dialog has closed and has returned the focus. Moves the focus if the element that opened the dialog
   * no longer exists or is disabled.
   */
  onExited?: () => void;
  children?: ReactNode;
  /** The buttons in the footer. */
  actions?: ReactNode;
}

interface DialogState {
  busy: boolean;
  close: () => void;
  /** Runs an action. The dialog stays open until it has ended. */
  whileBusy: (action: () => Promise<void>) => Promise<void>;
}

const DialogContext = createContext<DialogState | null>(null);

/** The dialog around the component. */
export function useDialog(): DialogState {
  const dialog = useContext(DialogContext);
  if (!dialog) throw new Error("useDialog needs <Dialog> around it.");
  return dialog;
}

/**
 * A dialog that traps the focus and returns it to the element that opened the dialog. While it closes, it keeps showing what
 * it showed last, whatever its props are.
 */
export function Dialog({
  open,
  close,
  busy: outerBusy = false,
  hasInput = false,
  size,
  onExited,
  ...content
}: DialogProps) {
  const id = useId();
  const openings = useOpenings(open);
  const [innerBusy, setBusy] = useState(false);
  // Modal calls onExited before its own effect returns the focus.
  const afterExit = useAfterRendering(() => onExited?.());
  const busy = outerBusy || innerBusy;
  const whileBusy = async (action: () => Promise<void>) => {
    setBusy(true);
    try {
      await action();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      show={open}
      onHide={() => busy || close()}
      backdrop={hasInput ? "static" : true}
      onExited={afterExit}
      centered
      size={size}
      aria-labelledby={id}
      // Its buttons must not act a second time.
      inert={!open}
    >
      <DialogContext value={{ busy, close, whileBusy }}>
        {/* New content if the dialog opens again before it has closed. */}
        <DialogContent key={openings} {...content} titleId={id} open={open} />
      </DialogContext>
    </Modal>
  );
}

interface DialogContentProps extends Pick<DialogProps, "title" | "open" | "children" | "actions"> {
  titleId: string;
}

const DialogContent = memo(
  ({ title, titleId, children, actions }: DialogContentProps) => (
    <>
      <Modal.Header closeButton>
        <Modal.Title as="h2" id={titleId} className="fs-4">
          {title}
        </Modal.Title>
      </Modal.Header>
      {children ? <Modal.Body>{children}</Modal.Body> : null}
      {actions ? <Modal.Footer>{actions}</Modal.Footer> : null}
    </>
  ),
  (_before, { open }) => !open,
);

/** Changes whenever a closed dialog opens. */
function useOpenings(open: boolean): number {
  const [state, setState] = useState({ open, count: 0 });
  if (open !== state.open) setState({ open, count: state.count + Number(open) });
  return state.count;
}

interface ConfirmDialogProps extends Omit<DialogProps, "actions"> {
  /** The label of the button that closes the dialog. */
  cancel?: string;
  /** The label of the confirm button. */
  confirm: string;
  onConfirm: () => void;
}

/** Asks for confirmation of an action. */
export function ConfirmDialog({
  cancel = "Cancel",
  confirm,
  onConfirm,
  busy = false,
  ...dialog
}: ConfirmDialogProps) {
  const actions = (
    <>
      <CancelButton>{cancel}</CancelButton>
      <BusyButton variant="danger" busy={busy} onClick={onConfirm}>
        {confirm}
      </BusyButton>
    </>
  );
  return <Dialog {...dialog} busy={busy} actions={actions} />;
}

/** The buttons below the content of a dialog: Cancel first, then the one that confirms. */
export function DialogButtons({ cancel = "Cancel", children }: { cancel?: string; children: ReactNode }) {
  return (
    <div className="d-flex flex-wrap justify-content-end gap-2">
      <CancelButton>{cancel}</CancelButton>
      {children}
    </div>
  );
}

export function CancelButton({ children }: { children: string }) {
  const { busy, close } = useDialog();
  return (
    <Button variant="outline-secondary" disabled={busy} onClick={close}>
      {children}
    </Button>
  );
}
