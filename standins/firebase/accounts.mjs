// Saves the state of the Auth emulator, which is in memory only, to a file: users, and e-mails with unused links.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

const SAVE_DELAY_MS = 200;

/**
 * The users of the Auth emulator, read and written through its admin API.
 *
 * `projects` is the map of project states that was passed to the emulator; `origin` is the address of the emulator.
 * Methods throw an Error with the message of the emulator if a request fails.
 */
export class AccountStore {
  #savedText = "";
  #timer = null;
  #saving = Promise.resolve();

  constructor({ origin, projectId, projects, file }) {
    this.adminUrl = `${origin}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`;
    this.state = () => projects.get(projectId);
    this.file = file;
  }

  async #request(path, body) {
    const response = await fetch(`${this.adminUrl}${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: "Bearer owner", "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
    const data = await response.json();
    if (!response.ok) throw new Error(data.error?.message ?? `status ${response.status}`);
    return data;
  }

  async #listUsers() {
    return (await this.#request(":batchGet?maxResults=-1")).users ?? [];
  }

  /** Restores the saved state. Throws if the file exists but cannot be read, so that it is never overwritten. */
  async restore() {
    const text = await readFile(this.file, "utf8").catch((error) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (text === null) return;
    const { users, mails: oobCodes } = JSON.parse(text);
    const { error } = users.length ? await this.#request(":batchCreate", { users }) : {};
    if (error?.length) throw new Error(`${this.file}: ${JSON.stringify(error)}`);
    // An import sets validSince to the current time, which would revoke all refresh tokens.
    for (const { localId, validSince, passwordUpdatedAt } of users) {
      this.state().updateUserByLocalId(localId, { validSince, passwordUpdatedAt });
    }
    for (const oob of oobCodes) this.state().oobs.set(oob.oobCode, oob);
    this.#savedText = text;
  }

  /** Creates the users whose uid does not exist yet, with a verified e-mail address. */
  async createMissing(users) {
    const existing = new Set((await this.#listUsers()).map((user) => user.localId));
    for (const { uid, ...fields } of users.filter(({ uid }) => !existing.has(uid))) {
      await this.#request("", { localId: uid, emailVerified: true, ...fields }).catch((error) => {
        console.warn(`Could not create ${fields.email}: ${error.message}`);
      });
    }
  }

  /** Returns the out-of-band codes (e-mails with unused links), oldest first. */
  oobCodes() {
    return [...(this.state()?.listOobCodes() ?? [])];
  }

  async #writeFile() {
    const text = JSON.stringify({ users: await this.#listUsers(), mails: this.oobCodes() }, null, 1);
    if (text === this.#savedText) return;
    await mkdir(dirname(this.file), { recursive: true });
    // The rename is atomic, so that a crash cannot leave a partial file. The file holds plain passwords.
    await writeFile(`${this.file}.new`, text, { mode: 0o600 });
    await rename(`${this.file}.new`, this.file);
    this.#savedText = text;
  }

  /** Schedules a save; changes in quick succession share one. */
  saveSoon() {
    this.#timer ??= setTimeout(() => {
      this.save().catch((error) => console.error(`Could not save the accounts: ${error.message}`));
    }, SAVE_DELAY_MS);
  }

  /** Saves immediately, after a save that is in progress. Rejects if the file cannot be written. */
  save() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#saving = this.#saving.catch(() => {}).then(() => this.#writeFile());
    return this.#saving;
  }
}
