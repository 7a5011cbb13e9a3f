const prefix = 'janus.'

/** `localStorage` is shared by all windows; `sessionStorage` belongs to one. */
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
    // Full or forbidden: the value is lost when the window closes.
  }
}

/** Returns the default if nothing usable is stored. */
export const recall = <T>(name: string, otherwise: T): T => read(shared, name, otherwise)

export const remember = (name: string, value: unknown): void => write(shared, name, value)

/** Reads a value of this window; a new window starts with the last one's. */
export const recallInWindow = <T>(name: string, otherwise: T): T =>
  read(own, name, undefined as T | undefined) ?? recall(name, otherwise)

/** Stores a value for this window and for the next new one. */
export function rememberInWindow(name: string, value: unknown): void {
  write(own, name, value)
  remember(name, value)
}
