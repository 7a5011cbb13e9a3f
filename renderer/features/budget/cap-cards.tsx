import { useMemo, type ReactNode } from 'react'
import { visible } from '../../components/hygiene.ts'
import { raiseAndResume } from '../../entities/budget/budget-acts.ts'
import { RaiseLimit } from '../../entities/budget/raise.tsx'
import { useAmounts } from '../../entities/budget/use-amounts.ts'
import type { CardKeys } from '../../entities/card/card-keys.ts'
import { CardFrame, type AskingProps } from '../../entities/card/card-frame.tsx'
import { useMirror } from '../../state/store.ts'

export function CapCards({ agent, onAnswered }: AskingProps) {
  const { cap, ofCap } = useAmounts()
  const most = useMirror((now) => now.status?.settings.turnCap ?? null)
  const name = visible(agent.name)
  const waiting = agent.pending.filter((one) => one.waitReason === 'tabCap').length
  const waits = waiting === 0 ? '' : waiting === 1 ? '1 message waits. ' : `${waiting} messages wait. `
  return (
    <>
      {agent.isTurnCapped && (
        <CapCard of="turn" agent={agent} title={`${name}’s turn reached its limit`} onAnswered={onAnswered}>
          Stopped{most && ` at its limit of ${cap(most)}`}. Raise the limit to continue the turn. Meanwhile{' '}
          {name} handles other messages.
        </CapCard>
      )}
      {agent.spending.state === 'over' && (
        <CapCard of="tab" agent={agent} title={`${name} reached its limit`} onAnswered={onAnswered}>
          <span className="num">{ofCap(agent.spending)}.</span> {waits}Only your own messages start turns
          until you raise the limit.
        </CapCard>
      )}
    </>
  )
}

interface CapCardProps extends AskingProps {
  readonly of: 'turn' | 'tab'
  readonly title: string
  readonly children: ReactNode
}

function CapCard({ of, agent: { id, since, spending }, title, onAnswered, children }: CapCardProps) {
  const keys = useMemo(
    (): CardKeys => ({ 1: () => void raiseAndResume({ of, id }).then((went) => went && onAnswered()) }),
    [of, id, onAnswered],
  )
  const by = of === 'tab' ? { by: spending.raiseBy } : {}
  return (
    <CardFrame card={{ id: `${of}-cap-${id}`, askedAt: since }} title={title} keys={keys} offers={false}>
      <p>{children}</p>
      <RaiseLimit spender={{ of, id }} {...by} onDone={onAnswered} />
    </CardFrame>
  )
}
