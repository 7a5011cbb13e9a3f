import { useState } from 'react'
import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import type { GatheringId } from '../../../main/contract/gatherings.ts'
import type { AgentId } from '../../../main/contract/model.ts'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { isProposalOf, listedGatherings } from '../../state/gatherings.ts'
import { useMirrorList } from '../../state/store.ts'
import { show, showGathering } from '../../state/view-store.ts'
import { seedWords } from '../../entities/gathering/seed-words.ts'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { SeatFace } from '../../entities/gathering/seat-face.tsx'
import { useMoney } from '../../state/money.ts'
import { CardFrame } from '../../entities/card/card-frame.tsx'
import './proposal-card.css'

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
export function ProposalCard({ of, onAnswered }: ProposalCardProps) {
  const answers = useAnswers(of.id, onAnswered)
  const keys = answers.isSent ? null : { 1: answers.start, 2: answers.change, 3: answers.dismiss }
  return (
    <CardFrame
      card={{ id: of.id, askedAt: of.convened.at }}
      title={`${visible(of.convened.name)} proposes a gathering`}
      keys={keys}
      limit="dismissed after 24 hours"
    >
      <div className="proposed">
        <p className="topic">
          <SafeText text={of.topic} />
        </p>
        <p className="question" dir="auto">
          <SafeText text={of.question} />
        </p>
        <ol aria-label="Who would sit, in speaking order">
          {of.seats.map((seat) => (
            <li key={seat.number}>
              <SeatFace of={seat} size="sm" />
              <Name name={seat.name} />
            </li>
          ))}
          <li className="listens">
            <SeatFace of={{ ...of.harvester, number: 0, kind: 'agent' }} size="sm" />
            <Name name={of.harvester.name} /> <span className="muted">harvests</span>
          </li>
        </ol>
        <p className="muted num">
          <Terms of={of} />
        </p>
        <p className="muted">{seedWords}</p>
      </div>
      <Buttons answers={answers} about="" />
    </CardFrame>
  )
}

/** What it would be and may take, in one line. */
function Terms({ of }: { readonly of: GatheringView }) {
  const money = useMoney()
  const cap = of.maxCost === null || !money ? '' : `, stops and asks at ${money(of.maxCost)}`
  return `${of.structure.join('-')}, ${of.spoken.of} turns, at most ${of.mostTurns} model turns${cap}`
}

interface ProposalActsProps {
  readonly id: GatheringId
  /** What the buttons are about, for those who hear them alone. */
  readonly about: string
  readonly onLeave: () => void
}

/** The three answers to a proposal, wherever they stand. */
export function ProposalActs({ id, about, onLeave }: ProposalActsProps) {
  return <Buttons answers={useAnswers(id, onLeave)} about={about} />
}

interface Answers {
  readonly isSent: boolean
  readonly start: () => void
  readonly change: () => void
  readonly dismiss: () => void
}

function useAnswers(id: GatheringId, onAnswered: () => void): Answers {
  const [isSent, setSent] = useState(false)
  const say = async (verb: 'start' | 'dismiss') => {
    setSent(true)
    const isTaken = await steer(id, verb)
    setSent(isTaken)
    if (!isTaken) return
    onAnswered()
    if (verb === 'start') showGathering(id)
  }
  return {
    isSent,
    start: () => void say('start'),
    change: () => {
      onAnswered()
      show({ kind: 'convene', proposal: id })
    },
    dismiss: () => void say('dismiss'),
  }
}

function Buttons({ answers, about }: { readonly answers: Answers; readonly about: string }) {
  const named = (words: string) => (about === '' ? undefined : `${words}: ${about}`)
  const isBare = about !== ''
  return (
    <div className="acts">
      <button
        type="button"
        className={`btn ${isBare ? '' : 'primary'}`}
        aria-label={named('Start')}
        disabled={answers.isSent}
        onClick={answers.start}
      >
        {!isBare && <kbd aria-hidden="true">1</kbd>} Start
      </button>
      <button
        type="button"
        className="btn"
        aria-label={named('Change…')}
        disabled={answers.isSent}
        onClick={answers.change}
      >
        {!isBare && <kbd aria-hidden="true">2</kbd>} Change…
      </button>
      <button
        type="button"
        className="btn"
        aria-label={named('Dismiss')}
        disabled={answers.isSent}
        onClick={answers.dismiss}
      >
        {!isBare && <kbd aria-hidden="true">3</kbd>} Dismiss
      </button>
    </div>
  )
}
