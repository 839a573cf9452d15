/**
 * Returns a function to what `create` makes at its first call. The formatters of Intl take a slow phone a tenth of a second,
 * and some pages need none.
 */
export function onFirstUse<T extends object>(create: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= create();
    return made;
  };
}

const list = onFirstUse(() => new Intl.ListFormat("en-US"));

/** `Mia, Tom, and Ada`. */
export function formatList(items: Iterable<string>): string {
  return list().format(items);
}

/** `1 family`, `1,200 families`. */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}
