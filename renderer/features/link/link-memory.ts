import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { AgentId } from '../../../main/contract/model.ts'
import type { LinkId, LinkMode } from '../../../main/contract/ties.ts'
import { recall, remember } from '../../state/local-storage.ts'
import { newKey } from '../../state/view-store.ts'

/** What this machine remembers of a link that was in view. */
export interface KnownLink {
  /** Its members and their last names, in order. */
  readonly members: readonly (readonly [AgentId, string])[]
  /** Its last mode that was no pause. */
  readonly mode: Exclude<LinkMode, 'paused'>
}

type KnownLinks = Readonly<Record<LinkId, KnownLink>>

/** So many links are remembered, those that changed or were seen last. */
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

type Seen = Readonly<Record<LinkId, number>>

/** When the person last looked at a link on this machine, in ms; null: never. */
export const seenAt = (link: LinkId): number | null => recall<Seen>('links-seen', {})[link] ?? null

/** The person looks away from a link. */
export function keepSeen(link: LinkId, at: number): void {
  const kept = Object.entries<number>({ ...recall<Seen>('links-seen', {}), [link]: at })
  remember('links-seen', Object.fromEntries(kept.sort(([, a], [, b]) => b - a).slice(0, most)))
}

/** Words to the members of a link that were not sent yet. */
export interface LinkDraft {
  readonly text: string
  /** Makes a second try of the same words count once. */
  readonly key: string
  readonly to: 'all' | AgentId
}

type LinkDrafts = Readonly<Record<LinkId, LinkDraft>>

const empty: LinkDraft = { text: '', key: '', to: 'all' }

const drafts = createStore<LinkDrafts>(() => recall<LinkDrafts>('link-drafts', {}))

let saving: ReturnType<typeof setTimeout> | undefined

/** Writes the drafts down on this machine now; the pane calls it when it goes away. */
export function rememberLinkDrafts(): void {
  clearTimeout(saving)
  remember('link-drafts', drafts.getState())
}

/** What stands in the composer of a link, as it is. */
export const linkDraftOf = (link: LinkId): LinkDraft => drafts.getState()[link] ?? empty

/** What stands in the composer of a link. */
export const useLinkDraft = (link: LinkId): LinkDraft => useStore(drafts, (now) => now[link] ?? empty)

/** Keeps what is being written; every change of the words makes a new key. An emptied draft is let go. */
export function keepLinkDraft(link: LinkId, change: Partial<Pick<LinkDraft, 'text' | 'to'>>): void {
  const before = linkDraftOf(link)
  const isSame = change.text === undefined || change.text === before.text
  const next = { ...before, ...change, key: isSame ? before.key : newKey() }
  const { [link]: _old, ...others } = drafts.getState()
  drafts.setState(next.text === '' && next.to === 'all' ? others : { ...others, [link]: next }, true)
  clearTimeout(saving)
  saving = setTimeout(rememberLinkDrafts, 300)
}
