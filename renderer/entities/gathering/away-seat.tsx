import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { act } from '../../state/act.ts'
import css from './away-seat.module.css'

/** Invites an agent to a gathering of another machine, or says that it takes part. */
export function AwaySeat({ agent }: { readonly agent: AgentView }) {
  const { awaySeat: seat, id } = agent
  if (seat === undefined) return null
  const decide = (take: boolean) => void act('seats.decide', { agent: id, take })
  return (
    <section className={classes('row gap-5', css.awaySeat)} aria-label="Seat on another machine">
      <Icon name="gather" />
      {seat.asked ? (
        <p>
          <b>
            <Name name={seat.by} /> invites <Name name={agent.name} /> to “
            <SafeText text={seat.topic} />
            ”.
          </b>{' '}
          <Name name={agent.name} /> reads what is said there, and its answers go to{' '}
          <Name name={seat.machine} />. Other messages and links wait until the gathering ends.
        </p>
      ) : (
        <p>
          Takes part in “<SafeText text={seat.topic} />” on <Name name={seat.machine} />: questions come from
          there, and its answers go there.
        </p>
      )}
      <div className="acts">
        {seat.asked && (
          <Button variant="primary" onClick={() => decide(true)}>
            Join
          </Button>
        )}
        <Button variant="ghost" onClick={() => decide(false)}>
          {seat.asked ? 'Decline' : 'Leave'}
        </Button>
      </div>
    </section>
  )
}
