import type { GatheringId, UtteranceId } from '../../main/contract/gatherings.ts'
import type { LinkId } from '../../main/contract/links.ts'

/** A row of a link or a gathering that is wanted in view: its pane shows it as soon as it holds it. */
export type Aim =
  | { readonly kind: 'link'; readonly id: LinkId; readonly n: number }
  | { readonly kind: 'gathering'; readonly id: GatheringId; readonly utterance: UtteranceId }
