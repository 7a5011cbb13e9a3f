import type { GatheringId } from '../../main/contract/gatherings.ts'
import type { LinkId } from '../../main/contract/links.ts'
import type { AgentId } from '../../main/contract/model.ts'

/** Whom words are meant for: an agent, the members of a link, a gathering, or the first agent, before it is there. */
export type DraftFor = AgentId | LinkId | GatheringId | 'first'

/** What a person has not sent yet. */
export interface Draft {
  readonly text: string
  /** Makes a second try of the same words count once. */
  readonly key: string
  /** Main has just these words. Empty words that main does not have yet are remembered as well. */
  readonly isKept: boolean
}

/** Everything not sent yet, by whom it is meant for. */
export type Drafts = Readonly<Partial<Record<DraftFor, Draft>>>

/** The drafts of a record, with whom they are meant for. */
const listed = (drafts: Drafts) => Object.entries(drafts) as [DraftFor, Draft][]

/** After the person wrote; main does not have it yet. */
export const written = (drafts: Drafts, of: DraftFor, text: string, key: string): Drafts => ({
  ...drafts,
  [of]: { text, key, isKept: false },
})

/** After main has taken words; if others stand there by now, nothing changes. */
export function confirmed(drafts: Drafts, of: DraftFor, text: string): Drafts {
  const now = drafts[of]
  if (now === undefined || now.text !== text) return drafts
  return withoutEmpty({ ...drafts, [of]: { ...now, isKept: true } })
}

/** The first words that main does not have and could take. */
export const nextUnkept = (drafts: Drafts, longest: number): [DraftFor, Draft] | undefined =>
  listed(drafts).find(([, draft]) => !draft.isKept && draft.text.length <= longest)

/** What holds after main has said what it keeps: words that main never had stay, for the rest main is right. */
export function merged(local: Drafts, main: Readonly<Record<string, string>>, newKey: () => string): Drafts {
  const unkept = listed(local).filter(([, draft]) => !draft.isKept)
  const kept = Object.entries(main).map(([of, text]): [string, Draft] => {
    const now = local[of as DraftFor]
    return [of, { text, key: now?.text === text ? now.key : newKey(), isKept: true }]
  })
  return { ...Object.fromEntries(kept), ...Object.fromEntries(unkept) }
}

function withoutEmpty(drafts: Drafts): Drafts {
  return Object.fromEntries(listed(drafts).filter(([, draft]) => draft.text !== '' || !draft.isKept))
}
