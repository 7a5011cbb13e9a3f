import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { AgentId } from '../../../main/contract/model.ts'
import type { LinkId } from '../../../main/contract/ties.ts'
import { recall, remember } from '../../state/local-storage.ts'
import { newKey } from '../../state/view-store.ts'

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
