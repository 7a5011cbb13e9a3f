import { useMemo } from 'react'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { visible } from '../../components/hygiene.ts'
import { raiseAndResume } from '../../entities/budget/budget-acts.ts'
import { RaiseLimit } from '../../entities/budget/raise.tsx'
import { useAmounts } from '../../entities/budget/use-amounts.ts'
import type { CardKeys } from '../../entities/card/card-keys.ts'
import { CardFrame, type AskingProps } from '../../entities/card/card-frame.tsx'
import { useMirror } from '../../state/store.ts'

export function CapCards({ agent, onAnswered }: AskingProps) {
  return (
    <>
      {agent.isTurnCapped && <TurnCard agent={agent} onAnswered={onAnswered} />}
      {agent.spending.state === 'over' && <TabCard agent={agent} onAnswered={onAnswered} />}
    </>
  )
}

function useGoOn(of: 'turn' | 'tab', id: AgentId, onAnswered: () => void): CardKeys {
  return useMemo(
    () => ({ 1: () => void raiseAndResume({ of, id }).then((went) => went && onAnswered()) }),
    [of, id, onAnswered],
  )
}

function TurnCard({ agent, onAnswered }: AskingProps) {
  const { cap } = useAmounts()
  const keys = useGoOn('turn', agent.id, onAnswered)
  const most = useMirror((now) => now.status?.settings.turnCap ?? null)
  return (
    <CardFrame
      card={{ id: `turn-cap-${agent.id}`, askedAt: agent.since }}
      title={`${visible(agent.name)}’s turn reached its limit`}
      keys={keys}
      offers={false}
    >
      <p>
        Stopped{most && ` at its limit of ${cap(most)}`}. Raise the limit to continue the turn. Meanwhile{' '}
        {visible(agent.name)} handles other messages.
      </p>
      <RaiseLimit spender={{ of: 'turn', id: agent.id }} onDone={onAnswered} />
    </CardFrame>
  )
}

function TabCard({ agent, onAnswered }: AskingProps) {
  const { ofCap } = useAmounts()
  const keys = useGoOn('tab', agent.id, onAnswered)
  const waiting = agent.pending.filter((one) => one.waits === 'tabCap').length
  const waits =
    waiting === 0 ? '' : waiting === 1 ? '1 message waits. ' : `${String(waiting)} messages wait. `
  return (
    <CardFrame
      card={{ id: `tab-cap-${agent.id}`, askedAt: agent.since }}
      title={`${visible(agent.name)} reached its limit`}
      keys={keys}
      offers={false}
    >
      <p>
        <span className="num">{ofCap(agent.spending)}.</span> {waits}Only your own messages start turns until
        you raise the limit.
      </p>
      <RaiseLimit spender={{ of: 'tab', id: agent.id }} by={agent.spending.raiseBy} onDone={onAnswered} />
    </CardFrame>
  )
}
