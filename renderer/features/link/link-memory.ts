import type { AgentId } from '../../../main/contract/model.ts'
import type { LinkId, LinkMode } from '../../../main/contract/ties.ts'
import { recall, remember } from '../../state/local-storage.ts'

/** What this machine remembers of a link that was in view. */
export interface KnownLink {
  /** Its members and their last names, in order. */
  readonly members: readonly (readonly [AgentId, string])[]
  /** Its last mode that was no pause. */
  readonly mode: Exclude<LinkMode, 'paused'>
}

type KnownLinks = Readonly<Record<LinkId, KnownLink>>

/** So many links are remembered, those that changed last. */
const most = 200

const unknown: KnownLink = { members: [], mode: 'answers' }

/** A link as it was seen last on this machine. */
export const knownLink = (link: LinkId): KnownLink => recall<KnownLinks>('links-known', {})[link] ?? unknown

/** Remembers a link as it is seen now. */
export function keepKnown(link: LinkId, seen: KnownLink): void {
  const { [link]: before, ...others } = recall<KnownLinks>('links-known', {})
  if (JSON.stringify(before) === JSON.stringify(seen)) return
  const kept = Object.entries({ ...others, [link]: seen }).slice(-most)
  remember('links-known', Object.fromEntries(kept))
}
