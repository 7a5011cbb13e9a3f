import type { KeyName } from '../keys/key-table.ts'
import { currentCaps } from '../keys/current-keys.ts'

/** The keys of an action as they stand on the keyboard. The action's name says them to a screen reader. */
export function KeyCaps({ of }: { readonly of: KeyName }) {
  return (
    <span className="keys" aria-hidden="true">
      {currentCaps(of).map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </span>
  )
}
