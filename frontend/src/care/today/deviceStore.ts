import { del, entries, get, set, type UseStore, update } from "idb-keyval";

const STORE = "keyval";
const KEY = "key";

interface Encrypted {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

/**
 * A database of this browser whose values are encrypted. The key is stored beside them, but no script can read it, so a
 * copy of the database's files or values is of no use elsewhere.
 */
export class DeviceStore<Value> {
  private readonly store: UseStore;

  constructor(name: string) {
    this.store = openStore(name);
  }

  /** All values. Leaves out what cannot be decrypted: the end of a session has deleted its key. */
  async readAll(): Promise<Value[]> {
    const all = await entries<string, Encrypted | CryptoKey>(this.store);
    const key = all.find(([name]) => name === KEY)?.[1] as CryptoKey | undefined;
    if (!key) return [];
    const values = all
      .filter(([name]) => name !== KEY)
      .map(([, value]) => decrypt<Value>(key, value as Encrypted));
    return (await Promise.allSettled(values)).flatMap((each) =>
      each.status === "fulfilled" ? [each.value] : [],
    );
  }

  /** @throws the browser's error, if its storage is full or forbidden */
  async write(name: string, value: Value): Promise<void> {
    const key = await this.key();
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify(value));
    const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, text);
    await set(name, { iv, data } satisfies Encrypted, this.store);
  }

  remove(name: string): Promise<void> {
    return del(name, this.store);
  }

  /** The key of this browser. Two tabs that begin at the same time get the same one. */
  private async key(): Promise<CryptoKey> {
    const stored = await get<CryptoKey>(KEY, this.store);
    if (stored) return stored;
    const fresh = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
      "encrypt",
      "decrypt",
    ]);
    await update<CryptoKey>(KEY, (other) => other ?? fresh, this.store);
    return (await get<CryptoKey>(KEY, this.store)) ?? fresh;
  }
}

async function decrypt<Value>(key: CryptoKey, { iv, data }: Encrypted): Promise<Value> {
  const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, data);
  return JSON.parse(new TextDecoder().decode(text)) as Value;
}

/** As `createStore` of idb-keyval, but lets go of the database when the end of a session, in any tab, deletes it. */
function openStore(name: string): UseStore {
  let opened: Promise<IDBDatabase> | null = null;
  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const database = request.result;
        database.onclose = () => (opened = null);
        database.onversionchange = () => {
          database.close();
          opened = null;
        };
        resolve(database);
      };
    });
  return async (mode, use) => {
    opened ??= open();
    opened.catch(() => (opened = null));
    return use((await opened).transaction(STORE, mode).objectStore(STORE));
  };
}
