import type { LinkId } from '../../../main/contract/ties.ts'
import { recall, remember } from '../../state/local-storage.ts'

type Seen = Readonly<Record<LinkId, number>>

/** So many links are remembered, those seen last. */
const most = 200

/** When the person last looked at a link on this machine, in ms; null: never. */
export const seenAt = (link: LinkId): number | null => recall<Seen>('links-seen', {})[link] ?? null

/** The person looks away from a link. */
export function keepSeen(link: LinkId, at: number): void {
  const kept = Object.entries<number>({ ...recall<Seen>('links-seen', {}), [link]: at })
  remember('links-seen', Object.fromEntries(kept.sort(([, a], [, b]) => b - a).slice(0, most)))
}
