import type { GatheringId } from '../../../main/contract/gatherings.ts'
import type { UtteranceView } from '../../../main/contract/gathering-views.ts'
import type { RequestInput } from '../../../main/contract/requests.ts'
import { act, wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { mirror } from '../../state/store.ts'
import { show, toast } from '../../state/view-store.ts'
import { handOver } from '../../state/hand-over.ts'

type Steering = RequestInput<'gatherings.steer'>

/** Does what the person's hand does; the feed tells what came of it. */
export const steer = (
  id: GatheringId,
  verb: Steering['verb'],
  more: Pick<Steering, 'text' | 'to'> = {},
): Promise<boolean> => act('gatherings.steer', { id, verb, ...more })

/** Opens the start sheet for a gathering that goes on from a row of an earlier one. */
export async function forkFrom(row: UtteranceView): Promise<void> {
  const { gathering: id } = row
  try {
    const of = mirror.getState().gatherings[id] ?? (await ask('gatherings.get', { id }))
    show({ kind: 'convene', fork: { of, row } })
  } catch (error) {
    toast(wordsOf(error), { isError: true })
  }
}

/** Hands the gathering over as Markdown: as a file; in the desktop, whose window gives no file away, to the clipboard. */
export async function exportGathering(id: GatheringId): Promise<void> {
  try {
    const { name, markdown } = await ask('gatherings.export', { id })
    await handOver(name, markdown, 'text/markdown', 'Copied as Markdown.')
  } catch (error) {
    toast(wordsOf(error), { isError: true })
  }
}
