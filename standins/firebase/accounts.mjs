// What the emulator keeps in memory, kept on disk as well: accounts, and mails that were not followed yet.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

const SAVE_AFTER_MS = 200;

/**
 * The emulator's accounts, through its own administration calls.
 *
 * `projects` is the map of project states that the emulator's app was created with; `origin` is where it listens.
 * Every call throws an Error with the emulator's own words when it is refused.
 */
export class Accounts {
  #written = "";
  #timer = null;
  #saving = Promise.resolve();

  constructor({ origin, projectId, projects, file }) {
    this.administration = `${origin}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`;
    this.state = () => projects.get(projectId);
    this.file = file;
  }

  async #ask(path, body) {
    const response = await fetch(`${this.administration}${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: "Bearer owner", "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error?.message ?? `status ${response.status}`);
    return answer;
  }

  async #allUsers() {
    return (await this.#ask(":batchGet?maxResults=-1")).users ?? [];
  }

  /** Takes back what an earlier run saved. A file that cannot be read is an error: it is somebody's work. */
  async restore() {
    const text = await readFile(this.file, "utf8").catch((error) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (text === null) return;
    const { users, mails } = JSON.parse(text);
    const { error } = users.length ? await this.#ask(":batchCreate", { users }) : {};
    if (error?.length) throw new Error(`${this.file}: ${JSON.stringify(error)}`);
    // An import dates every account to now, which would sign out whoever is signed in.
    for (const { localId, validSince, passwordUpdatedAt } of users) {
      this.state().updateUserByLocalId(localId, { validSince, passwordUpdatedAt });
    }
    for (const mail of mails) this.state().oobs.set(mail.oobCode, mail);
    this.#written = text;
  }

  /** Creates those of `people` whose uid is not known, with a verified e-mail address. */
  async introduce(people) {
    const known = new Set((await this.#allUsers()).map((user) => user.localId));
    for (const { uid, ...person } of people.filter(({ uid }) => !known.has(uid))) {
      await this.#ask("", { localId: uid, emailVerified: true, ...person }).catch((error) => {
        console.warn(`${person.email} was not created: ${error.message}`);
      });
    }
  }

  /** The mails whose links were not followed yet, oldest first. */
  mails() {
    return [...(this.state()?.listOobCodes() ?? [])];
  }

  async #write() {
    const text = JSON.stringify({ users: await this.#allUsers(), mails: this.mails() }, null, 1);
    if (text === this.#written) return;
    await mkdir(dirname(this.file), { recursive: true });
    // Renamed into place, so that a kill in the middle leaves the older file whole. It holds plain passwords.
    await writeFile(`${this.file}.new`, text, { mode: 0o600 });
    await rename(`${this.file}.new`, this.file);
    this.#written = text;
  }

  /** Saves soon; many changes at once are one save. */
  saveSoon() {
    this.#timer ??= setTimeout(() => {
      this.save().catch((error) => console.error(`Accounts were not saved: ${error.message}`));
    }, SAVE_AFTER_MS);
  }

  /** Saves now, after a save that is already under way. Rejects when the disk refuses. */
  save() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#saving = this.#saving.catch(() => {}).then(() => this.#write());
    return this.#saving;
  }
}
