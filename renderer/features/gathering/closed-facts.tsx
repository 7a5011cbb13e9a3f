import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import { Sign } from '../../components/icon.tsx'
import { useMoney } from '../../state/money.ts'
import { spanWords } from './span-words.ts'
import { turnsWords } from './turn-words.ts'

/** How a gathering ended, in figures. */
export function ClosedFacts({ of }: { readonly of: GatheringView }) {
  const money = useMoney()
  const took = of.closed ? of.closed.at - of.convened.at : 0
  const hasRun = of.spoken.turns > 0
  const rounds = of.structure.reduce((sum, count) => sum + count, 0)
  const facts = [
    ...(of.closed?.kind === 'spoken' ? [`${rounds} rounds`] : []),
    ...(hasRun ? [turnsWords(of), spanWords(took)] : []),
    ...(money ? [money(of.costUsd)] : []),
  ]
  return (
    <div className="state">
      <span className={`st ${of.harvest ? 'good' : ''}`}>
        <Sign of={of.harvest ? 'good' : 'stop'} />
        {of.closed?.kind === 'dismissed' ? 'Not held' : 'Closed'}
      </span>
      <span className="muted num facts">{facts.join(' · ')}</span>
    </div>
  )
}
