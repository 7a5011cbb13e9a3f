import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { besideItems } from '../../components/open-beside.ts'
import type { MenuItem } from '../../components/menu.tsx'
import { leave, show, showGathering, showReplay } from '../../state/view-store.ts'
import { exportGathering, steer } from '../../entities/gathering/gathering-acts.ts'

/** What can be done with a gathering from the list; the rest stands in its bar. */
export function gatheringItems(of: GatheringView): readonly MenuItem[] {
  const hand = (label: string, verb: Parameters<typeof steer>[1]): MenuItem => ({
    label,
    run: () => void steer(of.id, verb),
  })
  switch (of.state) {
    case 'proposed':
      return [
        hand('Start', 'start'),
        { label: 'Change…', run: () => show({ kind: 'convene', proposal: of.id }) },
        { ...hand('Dismiss', 'dismiss'), isDanger: true, isApart: true },
      ]
    case 'closed':
      return [
        { label: 'Show', run: () => showGathering(of.id) },
        ...besideItems({ kind: 'gathering', id: of.id }),
        replayItem(of),
        { label: 'Export as Markdown', run: () => void exportGathering(of.id) },
        { label: 'Put away', run: () => void putAway(of), isApart: true },
      ]
    case 'paused':
      return [
        { label: 'Show', run: () => showGathering(of.id) },
        ...besideItems({ kind: 'gathering', id: of.id }),
        hand('Go on', 'resume'),
        { ...hand('End with a harvest', 'close'), isDanger: true, isApart: true },
      ]
    case 'running':
    case 'convening':
      return [
        { label: 'Show', run: () => showGathering(of.id) },
        ...besideItems({ kind: 'gathering', id: of.id }),
        ...(of.phase === 'harvest' || of.state === 'convening' ? [] : [hand('Pause', 'pause')]),
        { ...hand('End with a harvest', 'close'), isDanger: true, isApart: true },
      ]
  }
}

const replayItem = ({ id }: GatheringView): MenuItem => ({
  label: 'Replay',
  run: () => showReplay({ gathering: id, step: 1 }),
})

/** Takes a closed one from the list; its file stays. */
async function putAway(of: Pick<GatheringView, 'id'>): Promise<void> {
  const isDone = await steer(of.id, 'dismiss')
  if (isDone) leave({ kind: 'gathering', id: of.id })
}
