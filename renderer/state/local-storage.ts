const prefix = 'janus.'

/** Where all windows keep what is theirs, and where one keeps it for itself, as long as it is there. */
type StorageOf = () => Storage
const shared: StorageOf = () => localStorage
const own: StorageOf = () => sessionStorage

function read<T>(storageOf: StorageOf, name: string, otherwise: T): T {
  try {
    const kept = storageOf().getItem(prefix + name)
    return kept === null ? otherwise : (JSON.parse(kept) as T)
  } catch {
    return otherwise
  }
}

function write(storageOf: StorageOf, name: string, value: unknown) {
  try {
    storageOf().setItem(prefix + name, JSON.stringify(value))
  } catch {
    // Full or forbidden: the value lives as long as the window.
  }
}

/** Reads what was kept, or the default where there is nothing usable. */
export const recall = <T>(name: string, otherwise: T): T => read(shared, name, otherwise)

/** Keeps a value over reloads; a browser that keeps nothing is no error. */
export const remember = (name: string, value: unknown): void => write(shared, name, value)

/** Reads what this window kept for itself; a new one begins with what the last one had. */
export const recallInWindow = <T>(name: string, otherwise: T): T =>
  read(own, name, undefined as T | undefined) ?? recall(name, otherwise)

/** Keeps a value for this window, and for the next that opens: another one that is open keeps its own. */
export function rememberInWindow(name: string, value: unknown): void {
  write(own, name, value)
  remember(name, value)
}
