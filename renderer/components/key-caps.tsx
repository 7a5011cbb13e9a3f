import type { KeyName } from '../keys/key-table.ts'
import { capsHere } from '../keys/keys-here.ts'

/** The keys of an action as they stand on the keyboard. The action's name says them to a screen reader. */
export function KeyCaps({ of }: { readonly of: KeyName }) {
  return (
    <span className="keys" aria-hidden="true">
      {capsHere(of).map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </span>
  )
}
