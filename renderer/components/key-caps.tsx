import type { KeyName } from '../keys/key-table.ts'
import { currentCaps } from '../keys/current-keys.ts'

/** Hidden from screen readers: `aria-keyshortcuts` has the keys. */
export function KeyCaps({ of }: { readonly of: KeyName }) {
  return (
    <span className="keys" aria-hidden="true">
      {currentCaps(of).map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </span>
  )
}
