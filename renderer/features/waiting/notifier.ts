import { view } from '../../state/view-store.ts'
import { thingsInView } from '../../state/selectors.ts'
import { visible } from '../../components/hygiene.ts'
import { followMainChanges } from '../../state/store.ts'
import {
  isWindowSeen,
  mayNotify,
  showNotification,
  ringIfWished,
  toFront,
  type SystemNotification,
} from '../../state/system-news.ts'
import { askedOf } from '../../entities/tool/card-question-line.ts'
import { firstLineOf } from '../../../main/contract/agents/tool-calls.ts'
import { goToThing, waitingThings } from './go-to-card.ts'
import type { WaitingThing } from './waiting-list.ts'
import { recall, remember } from '../../state/local-storage.ts'

/** Dependencies; tests pass their own. */
interface Outside {
  readonly mayNotify: () => boolean
  /** The user sees the thing now. */
  readonly sees: (thing: WaitingThing) => boolean
  readonly isTaken: (key: string) => boolean
  readonly ring: () => void
  readonly show: (title: string, options: NotificationOptions) => SystemNotification
  /** One line about the request: the command or file; empty when the text says it. */
  readonly lineOf: (thing: WaitingThing) => string
  readonly go: (thing: WaitingThing) => void
}

/**
 * Shows one notification for each thing that begins to wait unseen, and closes it when it is answered.
 * `update` takes everything that waits; the first call only records it.
 */
export class Notifier {
  readonly #outside: Outside
  #known: ReadonlySet<string> | null = null
  readonly #shown = new Map<string, SystemNotification>()

  constructor(outside: Outside) {
    this.#outside = outside
  }

  update(things: readonly WaitingThing[]): void {
    const known = this.#known
    this.#known = new Set(things.map((thing) => thing.key))
    for (const [key, shown] of this.#shown) {
      if (this.#known.has(key)) continue
      shown.close()
      this.#shown.delete(key)
    }
    if (!known) return
    for (const thing of things) if (!known.has(thing.key)) this.#tell(thing)
  }

  #tell(thing: WaitingThing) {
    const { mayNotify, sees, isTaken, ring, show, lineOf, go } = this.#outside
    if (sees(thing) || isTaken(thing.key)) return
    ring()
    if (!mayNotify()) return
    const shown = show(`${visible(thing.agentName)} needs you`, {
      body: visible(`${thing.words} ${lineOf(thing)}`.trim()),
      tag: thing.key,
    })
    shown.onclick = () => {
      shown.close()
      go(thing)
    }
    this.#shown.set(thing.key, shown)
  }
}

/** Notifies the user of what waits. Returns the unsubscribe function. */
export function followWaiting(): () => void {
  const notifier = new Notifier({
    mayNotify: () => mayNotify('needs'),
    sees: (thing) => isWindowSeen() && isShown(thing),
    isTaken: (key) => !claimNotification(key),
    ring: () => ringIfWished('needs'),
    show: showNotification,
    lineOf,
    go: (thing) => {
      toFront()
      goToThing(thing)
    },
  })
  return followMainChanges((now, before) => {
    const isChanged =
      now.agents !== before.agents ||
      now.gatherings !== before.gatherings ||
      now.links !== before.links ||
      now.status?.fleet !== before.status?.fleet
    if (isChanged) notifier.update(waitingThings(now))
  })
}

function lineOf({ asks }: WaitingThing): string {
  return asks === null ? '' : firstLineOf(askedOf(asks.card).text)
}

function isShown({ agent, gathering, needs, circle, link }: WaitingThing): boolean {
  if (circle !== undefined) {
    const { panel } = view.getState()
    return panel?.kind === 'circle' && panel.circle === circle
  }
  return thingsInView().some((thing) => {
    if (thing.kind === 'gathering') return thing.id === gathering
    if (link !== undefined) return thing.kind === 'link' && thing.id === link
    return thing.kind === 'agent' && thing.id === agent && (gathering === null || needs === 'proposal')
  })
}

/** Shows a notification that asks nothing, if enabled; a click calls `go`. */
export function notifySystem(title: string, body: string, go: () => void): void {
  if (!mayNotify('needs')) return
  const shown = showNotification(title, { body })
  shown.onclick = () => {
    shown.close()
    toFront()
    go()
  }
}

/** How long a claim keeps other windows of the browser from notifying of the same thing; ms. */
const lasting = 10_000

/** Whether this window may notify; false: another window of this browser just did. */
export function claimNotification(key: string, now = Date.now()): boolean {
  const taken = recall<Readonly<Record<string, number>>>('told', {})
  const fresh = Object.entries(taken).filter(([, at]) => Math.abs(now - at) < lasting)
  if (fresh.some(([one]) => one === key)) return false
  remember('told', Object.fromEntries([...fresh, [key, now]]))
  return true
}
