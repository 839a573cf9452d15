import userEvent, { type UserEvent } from "@testing-library/user-event";

/** Sets up a simulated user without delays between actions, because the timers are fake. */
export function setUpUser(): UserEvent {
  return userEvent.setup({ delay: null });
}
