/** What the office confirms about money, on the page of the money and on that of a family. */
import { request } from "../../shared/api/request";
import { formatMoney } from "../../shared/money";
import { officeCalls } from "../api";
import type { Question } from "../QuestionDialog";

/** Asks how an admin has paid money back by hand. `name`: the class or the family. */
export function paidBack(paymentId: string, owed: number, name: string): Question {
  const amount = formatMoney(owed);
  return {
    title: `Paid back ${amount}`,
    text: (
      <p>
        Record this once <strong>{name}</strong> has the money. It can't be undone.
      </p>
    ),
    confirm: `Record ${amount}`,
    asksMethod: true,
    send: ({ method, reference }) =>
      request(officeCalls.paidBack(paymentId), { method: "POST", body: { method, reference } }),
    done: () => `${amount} for ${name} is recorded as paid back.`,
  };
}

/** Asks whether a lost dispute is settled with the family. */
export function settledLoss(paymentId: string, family: string, nameClass: string): Question {
  return {
    title: "Is this dispute settled?",
    text: (
      <p>
        The bank has returned the money to {family}. This changes nothing about the seat in {nameClass}.
      </p>
    ),
    confirm: "Mark as settled",
    send: () => request(officeCalls.acceptLoss(paymentId), { method: "POST" }),
    done: () => `The dispute of ${family} is settled.`,
  };
}
