import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { isProposalOf, listedGatherings } from '../../state/selectors.ts'
import { useMirrorList } from '../../state/store.ts'
import { seedWords } from '../../entities/gathering/plan-words.ts'
import { ProposalButtons, useProposal } from '../../entities/gathering/proposal-acts.tsx'
import { MemberGone } from '../../entities/gathering/gone-members.tsx'
import { SeatFace } from '../../entities/gathering/signs.tsx'
import { useMoney } from '../../state/money.ts'
import { CardFrame } from '../../entities/card/card-frame.tsx'
import css from './proposal-card.module.css'

interface ProposalsProps {
  readonly agent: AgentId
  /** Takes the focus that a card had. */
  readonly onAnswered: () => void
}

/** The gatherings that an agent proposes. */
export function Proposals({ agent, onAnswered }: ProposalsProps) {
  const proposed = useMirrorList((now) =>
    listedGatherings(now.gatherings).filter((one) => isProposalOf(one, agent)),
  )
  return proposed.map((of) => <ProposalCard key={of.id} of={of} onAnswered={onAnswered} />)
}

interface ProposalCardProps {
  readonly of: GatheringView
  readonly onAnswered: () => void
}

/** An agent wants to call a circle: who would sit, what it may take, and the person's word. */
function ProposalCard({ of, onAnswered }: ProposalCardProps) {
  const answers = useProposal(of.id, onAnswered)
  const keys = answers.isSent ? null : { 1: answers.start, 2: answers.change, 3: answers.dismiss }
  return (
    <CardFrame
      card={{ id: of.id, askedAt: of.convened.at }}
      title={`${visible(of.convened.name)} proposes a gathering`}
      keys={keys}
      limit="dismissed after 24 hours"
    >
      <div className={css.planned}>
        <p className={css.topic}>
          <SafeText text={of.topic} />
        </p>
        <p className={css.question} dir="auto">
          <SafeText text={of.question} />
        </p>
        <ol aria-label="Who would sit, in speaking order">
          {of.seats.map((seat) => (
            <li key={seat.number}>
              <SeatFace of={seat} size="sm" />
              <Name name={seat.name} />
              <MemberGone agent={seat.agent} name={seat.name} />
            </li>
          ))}
          <li className={css.listens}>
            <SeatFace of={{ ...of.harvester, number: 0, kind: 'agent' }} size="sm" />
            <Name name={of.harvester.name} /> <span className="muted">harvests</span>
            <MemberGone agent={of.harvester.agent} name={of.harvester.name} />
          </li>
        </ol>
        <p className="muted num">
          <Terms of={of} />
        </p>
        <p className="muted">{seedWords}</p>
      </div>
      <ProposalButtons answers={answers} about="" />
    </CardFrame>
  )
}

/** What it would be and may take, in one line. */
function Terms({ of }: { readonly of: GatheringView }) {
  const money = useMoney()
  const cap = of.maxCost === null || !money ? '' : `, stops and asks at ${money(of.maxCost)}`
  return `${of.structure.join('-')}, ${of.spoken.of} turns, at most ${of.mostTurns} model turns${cap}`
}
