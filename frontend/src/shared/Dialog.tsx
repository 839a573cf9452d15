import { type ReactNode, useId } from "react";
import Button from "react-bootstrap/Button";
import Modal from "react-bootstrap/Modal";
import { BusyButton } from "./BusyButton";

interface DialogProps {
  title: string;
  open: boolean;
  close: () => void;
  /** Called when it is gone from the page: for where the focus goes if what opened the dialog is gone too. */
  onGone?: () => void;
  children?: ReactNode;
  /** The buttons in its foot. */
  actions?: ReactNode;
}

/** A dialog that traps the focus and gives it back to what opened it. */
export function Dialog({ title, open, close, onGone, children, actions }: DialogProps) {
  const id = useId();
  return (
    <Modal show={open} onHide={close} onExited={onGone} centered aria-labelledby={id}>
      <Modal.Header closeButton>
        <Modal.Title as="h2" id={id} className="fs-4">
          {title}
        </Modal.Title>
      </Modal.Header>
      {children ? <Modal.Body>{children}</Modal.Body> : null}
      {actions ? <Modal.Footer>{actions}</Modal.Footer> : null}
    </Modal>
  );
}

interface ConfirmDialogProps extends Omit<DialogProps, "actions"> {
  /** What the button that goes ahead says. */
  confirm: string;
  onConfirm: () => void;
  busy?: boolean;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ confirm, onConfirm, busy = false, ...dialog }: ConfirmDialogProps) {
  const actions = (
    <>
      <Button variant="outline-secondary" onClick={dialog.close}>
        Cancel
      </Button>
      <BusyButton variant="danger" busy={busy} onClick={onConfirm}>
        {confirm}
      </BusyButton>
    </>
  );
  return <Dialog {...dialog} actions={actions} />;
}
