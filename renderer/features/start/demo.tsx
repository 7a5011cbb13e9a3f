import type { ReactNode } from 'react'
import { useMirror } from '../../state/store.ts'
import { useUsualKind } from '../../entities/kind/kind-status.ts'
import { Duet } from './duet.tsx'
import { useRehearsal } from '../../state/use-rehearsal.ts'

/** What the demo costs and needs, for somebody who has not opened it. */
const about = 'Two agents write to each other, answered by a built-in script: no account, no cost'

/** Opens the demo; nothing where this is the demo, or where none can be opened. */
export function DemoButton() {
  const canOpen = useMirror(({ status }) => status?.canRehearse === true && !status.rehearsal)
  const { isOpening, open } = useRehearsal()
  if (!canOpen) return null
  return (
    <button type="button" className="btn" data-help={about} disabled={isOpening} onClick={open}>
      {isOpening ? 'Opening…' : 'Try the demo'}
    </button>
  )
}

/** What the demo shows: two agents that talk, and a first gathering. */
export function DemoScenes({ gathering }: { readonly gathering: ReactNode }) {
  const isDemo = useMirror((now) => now.status?.rehearsal === true)
  const canAnswer = useUsualKind()?.problem === null
  if (!isDemo || !canAnswer) return null
  return (
    <>
      <Duet />
      {gathering}
    </>
  )
}
