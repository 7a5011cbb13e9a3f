/** Names what this app keeps in the browser. */
const prefix = 'janus.'

/** Reads what was kept, or the default where there is nothing usable. */
export function recall<T>(name: string, otherwise: T): T {
  try {
    const kept = localStorage.getItem(prefix + name)
    return kept === null ? otherwise : (JSON.parse(kept) as T)
  } catch {
    return otherwise
  }
}

/** Keeps a value over reloads; a browser that keeps nothing is no error. */
export function remember(name: string, value: unknown) {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // Full or forbidden: the value lives as long as the window.
  }
}
