import { isOwnPerson } from '../../../main/contract/gatherings/gatherings.ts'
import { spanWords } from '../../components/duration.ts'
import { useId, useState } from 'react'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { useMoney } from '../../state/money.ts'
import { show } from '../../state/view-store.ts'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { goneMembers, MemberGone } from '../../entities/gathering/gone-members.tsx'
import { goneWords } from '../../entities/gathering/proposal-acts.tsx'
import { useMirrorList } from '../../state/store.ts'
import { SeatFace } from '../../entities/gathering/signs.tsx'
import { seedWords } from '../../entities/gathering/plan-words.ts'
import css from './harvest.module.css'

/** An agent proposes a gathering: who would sit in it, what it may take, and the person's word. */
export function Proposal({ of }: { readonly of: GatheringView }) {
  const [isSent, setSent] = useState(false)
  const gone = goneWords(useMirrorList((now) => goneMembers(now, of)))
  const heading = useId()
  const say = async (verb: 'start' | 'dismiss') => {
    setSent(true)
    setSent(await steer(of.id, verb))
  }
  return (
    <div className="scroll" data-part="scroll">
      <div className="col">
        <section className={css.proposal} aria-labelledby={heading}>
          <header>
            <h2 id={heading}>
              <Name name={of.convened.name} /> proposes a gathering
            </h2>
            <span className="num">
              <At at={of.convened.at} />
            </span>
          </header>
          <ul className={css.proposed}>
            {of.seats.map((seat) => (
              <li key={seat.number}>
                <SeatFace of={seat} />
                <b>
                  <Name name={seat.name} />
                  {isOwnPerson(seat) && ' (you)'}
                </b>
                <span className="muted">
                  <SafeText text={seat.role} />
                </span>
                <MemberGone agent={seat.agent} name={seat.name} />
              </li>
            ))}
            <li>
              <SeatFace of={{ ...of.harvester, number: 0, kind: 'agent' }} />
              <b>
                <Name name={of.harvester.name} />
              </b>
              <span className="muted">listens, and harvests at the close</span>
              <MemberGone agent={of.harvester.agent} name={of.harvester.name} />
            </li>
          </ul>
          <MayTake of={of} />
          <p className="muted">{seedWords}</p>
          <div className="acts">
            <button
              type="button"
              className="btn primary"
              disabled={isSent || gone !== undefined}
              title={gone}
              onClick={() => void say('start')}
            >
              Start
            </button>
            <button
              type="button"
              className="btn"
              disabled={isSent}
              onClick={() => show({ kind: 'convene', proposal: of.id })}
            >
              Change it…
            </button>
            <button type="button" className="btn ghost" disabled={isSent} onClick={() => void say('dismiss')}>
              Dismiss
            </button>
            <span className="muted">Untouched, it is dismissed after 24 hours.</span>
          </div>
        </section>
      </div>
    </div>
  )
}

function MayTake({ of }: { readonly of: GatheringView }) {
  const money = useMoney()
  return (
    <dl className={css.kv}>
      <dt>Structure</dt>
      <dd>
        {of.structure.join('-')}, {of.beatsPerTurn} {of.beatsPerTurn === 1 ? 'beat' : 'beats'} per turn
      </dd>
      <dt>Turns with the piece</dt>
      <dd>{of.spoken.of}</dd>
      <dt>Model turns</dt>
      <dd>at most {Math.min(of.mostTurns, of.maxTurns)}</dd>
      <dt>Time</dt>
      <dd>at most {spanWords(of.mostTime, Math.ceil)}</dd>
      {money && (
        <>
          <dt>Cost</dt>
          <dd>{of.maxCost === null ? 'no cap' : `at most ${money(of.maxCost)}, then it asks you`}</dd>
        </>
      )}
    </dl>
  )
}
