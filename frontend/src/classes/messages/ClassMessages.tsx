import { useId } from "react";
import { formatSiteMoment } from "../../shared/siteTime";
import { type Message, useMessages } from "./api";

/** What the school has written to the families of a class, the latest first. Renders nothing before there is a message. */
export function ClassMessages({ classId }: { classId: string }) {
  const id = useId();
  const { data } = useMessages(classId);
  if (!data?.length) return null;
  return (
    <section aria-labelledby={id} className="no-print">
      <h2 id={id}>Messages</h2>
      <MessageList messages={data} />
    </section>
  );
}

export function MessageList({ messages }: { messages: readonly Message[] }) {
  return messages.map(({ _id, subject, text, author, sentAt }) => (
    <article key={_id} className="verdict mb-3" aria-label={subject}>
      <p className="fw-semibold mb-1">{subject}</p>
      <p className="form-text mt-0 mb-2">
        {author}, {formatSiteMoment(sentAt)}
      </p>
      <p className="text-pre mb-0">{text}</p>
    </article>
  ));
}
