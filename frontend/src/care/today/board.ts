import { type ApiError, asApiError } from "../../shared/api/errors";
import { randomId } from "../../shared/randomId";
import { serverNow } from "../../shared/serverTime";
import { siteDayOf } from "../../shared/siteTime";
import { keepInStorage, readKept, TODAY_LIST } from "../../shared/storage";
import { fetchToday, type NewEvent, type TodayEvent, type TodayLesson, type TodayRow } from "./api";
import { DeviceStore } from "./deviceStore";
import { PresenceQueue, type QueuedEvent } from "./presenceQueue";

/** How often it sends what waits: a browser does not always tell that the network is back. */
const SEND_MS = 5_000;
const REFRESH_MS = 30_000;
const CLOCK_ERROR_MS = 2_000;
/** By how many milliseconds the server's clock is ahead of this device's, for a page that opens without a network. */
export const LEAD_KEY = "server-lead";

/** The list of a day, as this device keeps it. */
interface KeptDay {
  owner: string;
  day: string;
  lessons: TodayLesson[];
}

export interface BoardState {
  /** With the events that this device has not sent yet. Null before the first list of the day. */
  lessons: readonly TodayLesson[] | null;
  /** Events that have not been sent. */
  waiting: readonly QueuedEvent[];
  refused: readonly QueuedEvent[];
  isStorageFull: boolean;
  /** Why the last request for the list failed; null if it succeeded. */
  error: ApiError | null;
  /** The time, which decides who is late. It changes every few seconds. */
  now: number;
}

type Change = Pick<NewEvent, "kind"> &
  Partial<Pick<NewEvent, "at" | "contactId" | "withName" | "reason" | "undoes">>;

/**
 * The lessons of today with their participants, which also works without a network. The list is kept on this device until
 * midnight, in the camp's time zone.
 */
export class TodayBoard {
  state: BoardState;
  private lessons: TodayLesson[] | null = null;
  /** Of the last answer, which `lessons` shows with what this device has sent since. Never stored. */
  private tag: string | undefined;
  private error: ApiError | null = null;
  /** The server has answered since the page opened. */
  private isAnswered = false;
  private day = this.today();
  private refreshAt = 0;
  /** All events that the server has accepted since the page opened. */
  private readonly accepted: NewEvent[] = [];
  private readonly rows = new DeviceStore<KeptDay>(TODAY_LIST);
  private readonly queue: PresenceQueue;
  private readonly listeners = new Set<() => void>();

  /** @param owner the e-mail address of the current user */
  constructor(private readonly owner: string) {
    this.queue = new PresenceQueue(
      owner,
      () => this.publish(),
      (events) => this.adopt(events),
    );
    this.state = this.newState();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): BoardState => this.state;

  /** Shows what is kept on this device, then what the server knows. Returns a function that ends the board's work. */
  start(): () => void {
    void this.begin();
    const timer = setInterval(() => this.tick(), SEND_MS);
    const wake = () => {
      this.refreshAt = 0;
      this.tick();
    };
    window.addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
    };
  }

  /** Requests the list, after sending what waits. */
  async refresh(): Promise<void> {
    this.refreshAt = Date.now() + REFRESH_MS;
    await this.queue.send();
    const { day } = this;
    const known = this.accepted.length;
    try {
      const { lessons, tag } = await fetchToday(this.tag);
      this.isAnswered = true;
      keepInStorage(LEAD_KEY, serverNow() - Date.now(), 1);
      if (day !== this.day) return;
      this.error = null;
      if (!lessons) return this.publish();
      this.tag = tag;
      // The answer may lack what the server has accepted meanwhile.
      await this.keep(withEvents(lessons, this.accepted.slice(known)));
    } catch (error) {
      this.error = asApiError(error);
      this.publish();
    }
  }

  /** Records something about a participant: at once on this device, then on the server. */
  async record(lesson: TodayLesson, row: TodayRow, change: Change): Promise<void> {
    // After what is known, also if another device's clock is ahead.
    const latest = Math.max(0, ...row.events.map(({ at }) => Date.parse(at) + 1));
    const at = new Date(Math.max(this.exactNow(), latest)).toISOString();
    const ids = { _id: randomId(), lessonId: lesson.lessonId, enrollmentId: row.enrollmentId };
    await this.queue.add({ at, ...ids, ...change }, row.name);
    await this.queue.send();
  }

  discard(id: string): Promise<void> {
    return this.queue.discard(id);
  }

  private async begin(): Promise<void> {
    await this.queue.load();
    const kept = (await this.rows.readAll().catch(() => [])).at(0);
    if (kept?.day === this.day && kept.owner === this.owner) {
      this.lessons ??= kept.lessons;
      this.publish();
    } else if (kept) {
      await this.forget();
    }
    await this.refresh();
  }

  private tick(): void {
    if (this.day !== this.today()) {
      this.day = this.today();
      this.lessons = null;
      this.tag = undefined;
      this.refreshAt = 0;
      void this.forget();
    }
    this.publish();
    const isDue = document.visibilityState === "visible" && Date.now() >= this.refreshAt;
    if (navigator.onLine && (isDue || this.queue.waiting.length > 0)) void this.refresh();
  }

  /** Adds what the server has accepted to the list, so that it is there when the page opens again without a network. */
  private async adopt(events: readonly NewEvent[]): Promise<void> {
    this.accepted.push(...events);
    if (this.lessons) await this.keep(withEvents(this.lessons, events));
  }

  private async keep(lessons: TodayLesson[]): Promise<void> {
    this.lessons = lessons;
    this.publish();
    // Without storage the page works as long as it is open.
    await this.rows.write("day", { owner: this.owner, day: this.day, lessons }).catch(() => {});
  }

  /** The time by the server's clock. Until it answers, by what it has told within a day. */
  private now(): number {
    const lead = this.isAnswered ? null : readKept(LEAD_KEY);
    return typeof lead === "number" ? Date.now() + lead : serverNow();
  }

  /** The time of an event: by the clock of this device, unless the server's, which is known to the second, contradicts it. */
  private exactNow(): number {
    return Math.abs(this.now() - Date.now()) < CLOCK_ERROR_MS ? Date.now() : this.now();
  }

  /** Today in the camp's time zone. */
  private today(): string {
    return siteDayOf(new Date(this.now()).toISOString());
  }

  private forget(): Promise<void> {
    return this.rows.remove("day").catch(() => {});
  }

  private publish(): void {
    this.state = this.newState();
    for (const listener of this.listeners) listener();
  }

  private newState(): BoardState {
    const { lessons, error } = this;
    const { waiting, isStorageFull, events } = this.queue;
    return {
      lessons:
        lessons &&
        withEvents(
          lessons,
          waiting.map(({ event }) => event),
        ),
      waiting,
      refused: events.filter(({ refusal }) => refusal),
      isStorageFull,
      error,
      now: this.now(),
    };
  }
}

function withEvents(lessons: readonly TodayLesson[], events: readonly NewEvent[]): TodayLesson[] {
  if (events.length === 0) return [...lessons];
  const added = (lesson: TodayLesson, row: TodayRow) =>
    events.filter(
      ({ lessonId, enrollmentId }) => lessonId === lesson.lessonId && enrollmentId === row.enrollmentId,
    );
  return lessons.map((lesson) => ({
    ...lesson,
    rows: lesson.rows.map((row) => ({
      ...row,
      events: [...row.events, ...added(lesson, row).map((event) => recorded(event, row))],
    })),
  }));
}

/** The event as the server will show it. */
function recorded(
  { _id, kind, at, contactId, withName, undoes }: NewEvent,
  { contacts }: TodayRow,
): TodayEvent {
  const contact = contacts.find((each) => each._id === contactId);
  return { _id, kind, at, withName: contact?.name ?? withName ?? "", undoes: undoes ?? null };
}
