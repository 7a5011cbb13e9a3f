import type { Attachment, KeptDraft } from '../../main/contract/mail/attachments.ts'
import type { GatheringId } from '../../main/contract/gatherings/gatherings.ts'
import type { LinkId } from '../../main/contract/links/links.ts'
import type { AgentId } from '../../main/contract/api/model.ts'

/** What a draft is for: an agent, a link, a gathering, or the first agent before it exists. */
export type DraftFor = AgentId | LinkId | GatheringId | 'first'

export interface Draft extends KeptDraft {
  /** Idempotency key: the same text sent twice counts once. */
  readonly key: string
  /** Main has this draft. An empty draft is kept until main has it too. */
  readonly isKept: boolean
}

export type Drafts = Readonly<Partial<Record<DraftFor, Draft>>>

const listed = (drafts: Drafts) => Object.entries(drafts) as [DraftFor, Draft][]

/** Adds the attachments that drafts of an earlier version lack. */
export const restoreDrafts = (drafts: Drafts): Drafts =>
  Object.fromEntries(
    listed(drafts).map(([of, draft]) => [of, { ...draft, attachments: draft.attachments ?? [] }]),
  )

export const isEmpty = ({ text, attachments }: KeptDraft): boolean => text === '' && attachments.length === 0

/** The user has edited a draft; main does not have it yet. */
export const editDraft = (drafts: Drafts, of: DraftFor, now: KeptDraft, key: string): Drafts => ({
  ...drafts,
  [of]: { text: now.text, attachments: now.attachments, key, isKept: false },
})

/** Main has taken a draft; nothing changes if it was edited meanwhile. */
export function confirmDraft(drafts: Drafts, of: DraftFor, taken: KeptDraft): Drafts {
  const now = drafts[of]
  if (now === undefined || !isSame(now, taken)) return drafts
  return withoutEmpty({ ...drafts, [of]: { ...now, isKept: true } })
}

export const nextUnkept = (drafts: Drafts, longest: number): [DraftFor, Draft] | undefined =>
  listed(drafts).find(([, draft]) => !draft.isKept && draft.text.length <= longest)

/** Merges main's drafts: local ones that main never had win, else main's. */
export function mergeDrafts(
  local: Drafts,
  main: Readonly<Record<string, KeptDraft>>,
  newKey: () => string,
): Drafts {
  const unkept = listed(local).filter(([, draft]) => !draft.isKept)
  const kept = Object.entries(main).map(([of, draft]): [string, Draft] => {
    const now = local[of as DraftFor]
    return [of, { ...draft, key: now && isSame(now, draft) ? now.key : newKey(), isKept: true }]
  })
  return { ...Object.fromEntries(kept), ...Object.fromEntries(unkept) }
}

const isSame = (one: KeptDraft, other: KeptDraft): boolean =>
  one.text === other.text && pathsOf(one.attachments) === pathsOf(other.attachments)

const pathsOf = (attachments: readonly Attachment[]): string =>
  JSON.stringify(attachments.map(({ path }) => path))

function withoutEmpty(drafts: Drafts): Drafts {
  return Object.fromEntries(listed(drafts).filter(([, draft]) => !isEmpty(draft) || !draft.isKept))
}
