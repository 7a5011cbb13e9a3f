import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { act } from '../../state/act.ts'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { useMirror } from '../../state/store.ts'
import { NewcomerForm } from './newcomer-form.tsx'

/** What can be done about a harvester that is gone from a circle that runs: bring it back, or choose another. */
export function HarvesterActs({ of }: { readonly of: GatheringView }) {
  const [isChoosing, setChoosing] = useState(false)
  if (of.harvester.absent === null || of.state === 'closed' || of.state === 'proposed') return null
  const done = () => setChoosing(false)
  return (
    <>
      <ReopenHarvester of={of} />
      <button type="button" className="btn ghost" onClick={() => setChoosing(true)}>
        Choose another…
      </button>
      {/* Away from the circle, whose looks it would take over. */}
      {isChoosing &&
        createPortal(
          <Dialog title="Another harvester" onClose={done}>
            <div className="sheet-body">
              <NewcomerForm of={of} as="harvester" onDone={done} isSheet />
            </div>
          </Dialog>,
          document.body,
        )}
    </>
  )
}

/** A closed tab cannot harvest: one click brings the harvester back. */
export function ReopenHarvester({ of }: { readonly of: GatheringView }) {
  const { agent, name } = of.harvester
  const isClosed = useMirror((now) => agent !== null && now.agents[agent]?.closed === true)
  if (agent === null || !isClosed || of.state === 'closed') return null
  return (
    <button
      type="button"
      className="btn ghost"
      aria-label={`Reopen its tab: ${visible(name)}`}
      onClick={() => void act('agents.reopen', { agent })}
    >
      Reopen its tab
    </button>
  )
}
