import { useState } from 'react'
import type { PendingView } from '../../../main/contract/mail-views.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { act } from '../../state/act.ts'
import { Icon } from '../../components/icon.tsx'
import { useView } from '../../state/view-store.ts'
import { HeldRow } from './held-row.tsx'
import { kindsOf, type HeldKind } from './held-kinds.ts'

interface HeldListProps {
  readonly agent: AgentView
  readonly held: readonly PendingView[]
}

/** More than so many fold into one line, so that they never hide what waits in turn. */
const few = 2

/** What the person must decide. What was called for, from the tray or by a key, is unfolded. */
export function HeldList({ agent, held }: HeldListProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const called = useView((now) => (now.call?.agent === agent.id ? now.call.card : null))
  if (!isUnfolded && called !== null && held.some((one) => one.id === called)) setUnfolded(true)
  const folds = held.length > few
  return (
    <>
      <h2 className={folds ? 'fold' : undefined}>
        {folds ? (
          <button
            type="button"
            className="words grow"
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            <Icon name={isUnfolded ? 'down' : 'right'} />
            {held.length} held, until you say so
          </button>
        ) : (
          <span className="grow">Held until you say so</span>
        )}
        {!folds && held.length > 1 && <span className="num">{held.length}</span>}
      </h2>
      {(isUnfolded || !folds) && (
        <>
          {kindsOf(held, agent.name).map((kind) => (
            <KindActs key={kind.key} kind={kind} />
          ))}
          <ul>
            {held.map((message) => (
              <HeldRow key={message.id} agent={agent} message={message} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** Answers all that are held for the same reason. */
function KindActs({ kind }: { readonly kind: HeldKind }) {
  const [isSent, setSent] = useState(false)
  const say = async (how: 'messages.release' | 'messages.drop' | 'messages.withdraw') => {
    setSent(true)
    for (const { id } of kind.messages) if (!(await act(how, { id }))) break
    setSent(false)
  }
  return (
    <div className="held-kind">
      <span className="grow">{kind.words}</span>
      <span className="acts">
        <button type="button" className="btn" disabled={isSent} onClick={() => void say('messages.release')}>
          {kind.release}
        </button>
        <button type="button" className="btn" disabled={isSent} onClick={() => void say(kind.end.by)}>
          {kind.end.label}
        </button>
      </span>
    </div>
  )
}
