import { asApiError } from "../../shared/api/errors";
import { TODAY_QUEUE, UNSENT_KEY, writeStorage } from "../../shared/storage";
import { MAX_EVENTS, type NewEvent, sendEvents } from "./api";
import { DeviceStore } from "./deviceStore";

/** An event that this device has recorded and the server has not accepted yet. */
export interface QueuedEvent {
  event: NewEvent;
  /** Whose event it is: nobody else sends it. */
  owner: string;
  /** The participant's name, for messages. */
  name: string;
  /** The code with which the server has refused it; the user decides what happens to it. */
  refusal?: string;
}

/**
 * The events of this device, in memory and in its storage. An event leaves the queue when the server has accepted it, or
 * when the user discards it after a refusal. A tab that closes, a night, a lost network and a refused token keep it.
 */
export class PresenceQueue {
  events: readonly QueuedEvent[] = [];
  /** The storage of this device cannot take an event: it is lost if the page closes before it is sent. */
  isStorageFull = false;
  private readonly store = new DeviceStore<QueuedEvent>(TODAY_QUEUE);
  private sending: Promise<void> | null = null;
  /** Something was added while the queue is being sent. */
  private isAddedTo = false;

  /**
   * @param owner the e-mail address of the current user
   * @param onChange is called after each change
   * @param onAccepted is called with the accepted events, before they leave the queue
   */
  constructor(
    private readonly owner: string,
    private readonly onChange: () => void,
    private readonly onAccepted: (events: readonly NewEvent[]) => Promise<void>,
  ) {}

  get waiting(): QueuedEvent[] {
    return this.events.filter(({ refusal }) => !refusal);
  }

  /** Reads what an earlier page has left. */
  async load(): Promise<void> {
    const stored = await this.store.readAll().catch(() => []);
    const known = new Set(this.events.map(({ event }) => event._id));
    const own = stored.filter(({ owner, event }) => owner === this.owner && !known.has(event._id));
    this.change([...own, ...this.events]);
  }

  /** Adds an event after it is stored: a tab may close as soon as the page shows it. */
  async add(event: NewEvent, name: string): Promise<void> {
    const queued = { event, owner: this.owner, name };
    await this.save(queued);
    this.change([...this.events, queued]);
  }

  /** Sends what waits. Never rejects: what could not be sent stays. */
  async send(): Promise<void> {
    if (this.sending) this.isAddedTo = true;
    else if (this.waiting.length > 0) this.sending = this.sendAll();
    await this.sending;
  }

  async discard(id: string): Promise<void> {
    this.change(this.events.filter(({ event }) => event._id !== id));
    await this.store.remove(id).catch(() => {});
  }

  private async sendAll(): Promise<void> {
    do {
      this.isAddedTo = false;
      try {
        while (this.waiting.length > 0) await this.sendBatch(this.waiting.slice(0, MAX_EVENTS));
      } catch {
        // No network, no valid token, or the server is down: sent again later.
      }
    } while (this.isAddedTo);
    this.sending = null;
  }

  private async sendBatch(batch: readonly QueuedEvent[]): Promise<void> {
    const refusals = await refusalsOf(batch.map(({ event }) => event));
    const accepted = batch.filter(({ event }) => !refusals.has(event._id));
    await this.onAccepted(accepted.map(({ event }) => event));
    for (const { event } of accepted) await this.discard(event._id);
    for (const queued of batch) {
      const refusal = refusals.get(queued.event._id);
      if (refusal) await this.refuse({ ...queued, refusal });
    }
  }

  private async refuse(refused: QueuedEvent): Promise<void> {
    this.change(this.events.map((each) => (each.event._id === refused.event._id ? refused : each)));
    await this.save(refused);
  }

  private async save(queued: QueuedEvent): Promise<void> {
    try {
      await this.store.write(queued.event._id, queued);
    } catch {
      this.isStorageFull = true;
      this.onChange();
    }
  }

  private change(events: readonly QueuedEvent[]): void {
    this.events = events;
    if (events.length === 0) this.isStorageFull = false;
    // The question before a logout.
    writeStorage(UNSENT_KEY, this.waiting.length === 0 ? null : String(this.waiting.length));
    this.onChange();
  }
}

/** Sends the events, and returns the codes of those that are refused. @throws ApiError */
async function refusalsOf(events: NewEvent[]): Promise<Map<string, string>> {
  try {
    const { refused } = await sendEvents(events);
    return new Map(refused.map(({ id, code }) => [id, code]));
  } catch (error) {
    if (asApiError(error)?.status !== 400) throw error;
    // One event that the server cannot read must not hold up the others.
    const [first, ...others] = events;
    if (first && others.length === 0) return new Map([[first._id, "invalid"]]);
    const each = await Promise.all(events.map((event) => refusalsOf([event])));
    return new Map(each.flatMap((refusals) => [...refusals]));
  }
}
