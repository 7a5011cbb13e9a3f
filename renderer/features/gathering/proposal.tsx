import { decisionAbout, structureWords } from '../../entities/gathering/gathering-words.ts'
import { isOwnUser } from '../../../main/contract/gatherings/gatherings.ts'
import { Button } from '../../components/button.tsx'
import { useId } from 'react'
import { durationWords } from '../../components/duration.ts'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { useMoney } from '../../state/money.ts'
import { show } from '../../state/view-store.ts'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { goneMembers, GoneMember } from '../../entities/gathering/gone-members.tsx'
import { goneWords, ProposalButtons, useProposal } from '../../entities/gathering/proposal-acts.tsx'
import { useMirrorList } from '../../state/store.ts'
import { SeatFace } from '../../entities/gathering/signs.tsx'
import { seedWords } from '../../entities/gathering/plan-words.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { visible } from '../../components/hygiene.ts'
import { isProposalOf, listedGatherings } from '../../state/selectors.ts'
import { CardFrame } from '../../entities/card/card-frame.tsx'
import { classes } from '../../components/classes.ts'
import { useSent } from '../../state/use-sent.ts'
import css from './harvest.module.css'

export function Proposal({ of }: { readonly of: GatheringView }) {
  const { isSent, send } = useSent()
  const gone = goneWords(useMirrorList((now) => goneMembers(now, of)))
  const heading = useId()
  const harvests = { number: 0, kind: 'agent', role: 'listens, and harvests at the close' } as const
  const members = [...of.seats, { ...of.harvester, ...harvests }]
  return (
    <div className="scroll" data-part="scroll">
      <div className="col">
        <section className={classes('stack gap-5', css.proposal)} aria-labelledby={heading}>
          <header className="row baseline spread wrap">
            <h2 id={heading} className="break-anywhere">
              <Name name={of.convened.name} /> proposes a gathering
            </h2>
            <span className="num small faint">
              <At at={of.convened.at} />
            </span>
          </header>
          <ul className={classes('break-anywhere', css.proposed)}>
            {members.map((seat) => (
              <li key={seat.number}>
                <SeatFace of={seat} />
                <b>
                  <Name name={seat.name} />
                  {isOwnUser(seat) && ' (you)'}
                </b>
                <SafeText as="span" className="muted" text={seat.role} />
                <GoneMember agent={seat.agent} name={seat.name} />
              </li>
            ))}
          </ul>
          <MayTake of={of} />
          <p className="muted">{seedWords}</p>
          <div className="acts">
            <Button
              variant="primary"
              disabled={isSent || gone !== undefined}
              title={gone}
              onClick={() => void send(steer(of.id, 'start'))}
            >
              Start
            </Button>
            <Button disabled={isSent} onClick={() => show({ kind: 'convene', proposal: of.id })}>
              Change it…
            </Button>
            <Button variant="ghost" disabled={isSent} onClick={() => void send(steer(of.id, 'dismiss'))}>
              Dismiss
            </Button>
            <span className="muted">Dismissed after 24 hours without an answer.</span>
          </div>
        </section>
      </div>
    </div>
  )
}

function MayTake({ of }: { readonly of: GatheringView }) {
  const money = useMoney()
  return (
    <dl className={classes('small', css.kv)}>
      <dt className="muted">Structure</dt>
      <dd>
        {structureWords(of.structure)}; {of.beatsPerTurn} {of.beatsPerTurn === 1 ? 'reminder' : 'reminders'}{' '}
        per turn
      </dd>
      {of.decision && (
        <>
          <dt className="muted">Decision</dt>
          <dd className="break-anywhere">{decisionAbout(of.decision)}</dd>
        </>
      )}
      <dt className="muted">Turns</dt>
      <dd>{of.spoken.of}</dd>
      <dt className="muted">Prompts to agents</dt>
      <dd>at most {Math.min(of.mostTurns, of.maxTurns)}</dd>
      <dt className="muted">Time</dt>
      <dd>at most {durationWords(of.mostTime, Math.ceil)}</dd>
      {money && (
        <>
          <dt className="muted">Limit</dt>
          <dd>{of.maxCost === null ? 'none' : `${money(of.maxCost)}, then it asks you`}</dd>
        </>
      )}
    </dl>
  )
}

interface ProposalsProps {
  readonly agent: AgentId
  /** Moves the focus away from the card, which is gone. */
  readonly onAnswered: () => void
}

export function Proposals({ agent, onAnswered }: ProposalsProps) {
  const proposed = useMirrorList((now) =>
    listedGatherings(now.gatherings).filter((one) => isProposalOf(one, agent)),
  )
  return proposed.map((of) => <ProposalCard key={of.id} of={of} onAnswered={onAnswered} />)
}

function ProposalCard({ of, onAnswered }: { readonly of: GatheringView; readonly onAnswered: () => void }) {
  const answers = useProposal(of.id, onAnswered)
  const keys = answers.isSent ? null : { 1: answers.start, 2: answers.change, 3: answers.dismiss }
  return (
    <CardFrame
      card={{ id: of.id, askedAt: of.convened.at }}
      title={`${visible(of.convened.name)} proposes a gathering`}
      keys={keys}
      limit="dismissed after 24 hours"
    >
      <div className={classes('stack break-anywhere', css.planned)}>
        <SafeText as="p" className="strong" text={of.topic} />
        <p className={css.question} dir="auto">
          <span className="muted">Question: </span>
          <SafeText text={of.question} />
        </p>
        <ol className="row wrap gap-6 row-gap-3" aria-label="Who would sit, in speaking order">
          {of.seats.map((seat) => (
            <li key={seat.number} className="inline-row gap-3">
              <SeatFace of={seat} size="sm" />
              <Name name={seat.name} />
              <GoneMember agent={seat.agent} name={seat.name} />
            </li>
          ))}
          <li className={classes('inline-row gap-3', css.listens)}>
            <SeatFace of={{ ...of.harvester, number: 0, kind: 'agent' }} size="sm" />
            <Name name={of.harvester.name} /> <span className="muted">harvests</span>
            <GoneMember agent={of.harvester.agent} name={of.harvester.name} />
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

function Terms({ of }: { readonly of: GatheringView }) {
  const money = useMoney()
  const cap = of.maxCost === null || !money ? '' : `, stops and asks at ${money(of.maxCost)}`
  return `${structureWords(of.structure)}; ${of.spoken.of} turns, at most ${of.mostTurns} prompts${cap}`
}
