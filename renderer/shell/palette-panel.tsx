import { useEffect, useMemo, useState } from 'react'
import type { GatheringLine, UtteranceView } from '../../main/contract/gatherings/gathering-views.ts'
import type { MessageId } from '../../main/contract/api/model.ts'
import { useClosedLinks } from '../entities/link/closed-links.ts'
import { Palette } from '../features/palette/palette.tsx'
import { ask } from '../state/connection.ts'
import { deskNow, listedGatherings, type Desk } from '../state/selectors.ts'
import { mirror, useMirror } from '../state/store.ts'
import { closedLinkItem, paletteItems, pastGatheringItem } from './palette-items.tsx'

interface PanelProps {
  readonly text: string
  readonly onClose: () => void
}

export function PalettePanel({ text, onClose }: PanelProps) {
  // The entries depend on agents, gatherings, links and settings, which may change while this is open.
  const mirrored = useMirror((now) => now)
  // Read before the dialog takes the focus.
  const [message] = useState(() => messageAt(deskNow()))
  const [row] = useState(utteranceAt)
  const items = useMemo(
    () => (mirrored.agents ? paletteItems(deskNow(), message, row) : []),
    [mirrored, message, row],
  )
  const closed = useClosedLinks()
  const away = usePastGatherings()
  const past = useMemo(() => [...away.map(pastGatheringItem), ...closed.map(closedLinkItem)], [closed, away])
  return <Palette text={text} offered={{ items, past }} onClose={onClose} />
}

/** The message around the focus, else the last one in the current agent's loaded transcript. */
function messageAt({ selected }: Pick<Desk, 'selected'>): MessageId | null {
  const around = document.activeElement?.closest<HTMLElement>('[data-message]')
  if (around) return around.dataset['message'] as MessageId
  const held = selected && mirror.getState().logs.agent[selected.id]?.rows
  return held?.findLast((entry) => entry.kind === 'peer' && entry.message !== null)?.message ?? null
}

function utteranceAt(): UtteranceView | null {
  const around = document.activeElement?.closest<HTMLElement>('[data-utterance]')
  const { gathering } = deskNow()
  if (!around || gathering === null) return null
  const rows = mirror.getState().logs.gathering[gathering]?.rows ?? []
  return rows.find(({ id }) => id === around.dataset['utterance']) ?? null
}

const most = 50

/** Closed gatherings that are not in the list of tabs, newest first. */
function usePastGatherings(): readonly GatheringLine[] {
  const [past, setPast] = useState<readonly GatheringLine[]>([])
  const snapshots = useMirror((now) => now.snapshots)
  const gatherings = useMirror((now) => now.gatherings)
  useEffect(() => {
    let isWanted = true
    // After a failure there is nothing to list.
    ask('gatherings.list', { state: 'closed', limit: most }).then(
      ({ items }) => (isWanted ? setPast(items) : undefined),
      () => undefined,
    )
    return () => void (isWanted = false)
  }, [snapshots])
  // An open palette must follow changes of the list.
  return useMemo(() => {
    const listed = new Set(listedGatherings(gatherings).map((one) => one.id))
    return past.filter((one) => !listed.has(one.id))
  }, [past, gatherings])
}
