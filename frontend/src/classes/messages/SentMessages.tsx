import { useState } from "react";
import Button from "react-bootstrap/Button";
import { EmptyState } from "../../shared/screens/EmptyState";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { messagesOfClass, useMessages } from "./api";
import { MessageList } from "./ClassMessages";
import { MessageDialog } from "./MessageDialog";

/** The messages to the families of a class, and the button to write one, for its instructor and for admins. */
export function SentMessages({ classId, name }: { classId: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, mutate } = useMessages(classId);
  return (
    <>
      <Button className="mb-4" onClick={() => setOpen(true)}>
        Write a message
      </Button>
      {data ? null : <LoadingRows error={error} retry={mutate} count={3} />}
      {data?.length === 0 ? (
        <EmptyState title="No messages yet">
          <p className="mb-0">Families who enroll later see your messages on the page of the class.</p>
        </EmptyState>
      ) : null}
      {data ? <MessageList messages={data} /> : null}
      <MessageDialog
        to={{ name, path: messagesOfClass(classId) }}
        open={isOpen}
        close={() => setOpen(false)}
        onSent={() => mutate()}
      />
    </>
  );
}
