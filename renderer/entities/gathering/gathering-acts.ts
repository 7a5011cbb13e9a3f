import type { GatheringId } from '../../../main/contract/gatherings.ts'
import type { RequestInput } from '../../../main/contract/requests.ts'
import { act, wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { toast } from '../../state/view-store.ts'

type Steering = RequestInput<'gatherings.steer'>

/** Does what the person's hand does; the feed tells what came of it. */
export const steer = (
  id: GatheringId,
  verb: Steering['verb'],
  more: Pick<Steering, 'text' | 'to'> = {},
): Promise<boolean> => act('gatherings.steer', { id, verb, ...more })

/** So long the browser may take to begin with a file, in ms. */
const handedOver = 10_000

/** Hands the gathering over as Markdown: as a file; in the desktop, whose window gives no file away, to the clipboard. */
export async function exportGathering(id: GatheringId): Promise<void> {
  try {
    const { name, markdown } = await ask('gatherings.export', { id })
    if (window.janus) {
      await navigator.clipboard.writeText(markdown)
      toast('Copied as Markdown.')
      return
    }
    const href = URL.createObjectURL(new Blob([markdown], { type: 'text/markdown' }))
    const link = document.createElement('a')
    link.href = href
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(href), handedOver)
  } catch (error) {
    toast(wordsOf(error), { isError: true })
  }
}
