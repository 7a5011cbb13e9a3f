import type { Attachment, KeptDraft } from '../../main/contract/mail/attachments.ts'
import type { GatheringId } from '../../main/contract/gatherings/gatherings.ts'
import type { LinkId } from '../../main/contract/links/links.ts'
import type { AgentId } from '../../main/contract/api/model.ts'

/** Whom words are meant for: an agent, the members of a link, a gathering, or the first agent, before it is there. */
export type DraftFor = AgentId | LinkId | GatheringId | 'first'

/** What a user has not sent yet. */
export interface Draft extends KeptDraft {
  /** Makes a second try of the same words count once. */
  readonly key: string
  /** Main has just this. What is empty and main does not know so yet is remembered as well. */
  readonly isKept: boolean
}

/** Everything not sent yet, by whom it is meant for. */
export type Drafts = Readonly<Partial<Record<DraftFor, Draft>>>

const listed = (drafts: Drafts) => Object.entries(drafts) as [DraftFor, Draft][]

/** Drafts as this browser remembered them; those of an earlier Janus had nothing attached. */
export const recalled = (drafts: Drafts): Drafts =>
  Object.fromEntries(
    listed(drafts).map(([of, draft]) => [of, { ...draft, attachments: draft.attachments ?? [] }]),
  )

/** Nothing is written, and nothing attached. */
export const isEmpty = ({ text, attachments }: KeptDraft): boolean => text === '' && attachments.length === 0

/** After the user wrote or attached something; main does not have it yet. */
export const written = (drafts: Drafts, of: DraftFor, now: KeptDraft, key: string): Drafts => ({
  ...drafts,
  [of]: { text: now.text, attachments: now.attachments, key, isKept: false },
})

/** After main has taken a draft; if another stands there by now, nothing changes. */
export function confirmed(drafts: Drafts, of: DraftFor, taken: KeptDraft): Drafts {
  const now = drafts[of]
  if (now === undefined || !isSame(now, taken)) return drafts
  return withoutEmpty({ ...drafts, [of]: { ...now, isKept: true } })
}

/** The first draft that main does not have and could take. */
export const nextUnkept = (drafts: Drafts, longest: number): [DraftFor, Draft] | undefined =>
  listed(drafts).find(([, draft]) => !draft.isKept && draft.text.length <= longest)

/** What holds after main has said what it keeps: what main never had stays, for the rest main is right. */
export function merged(
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
