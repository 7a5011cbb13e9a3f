import { IconButton } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Name } from '../../components/safe-text.tsx'
import type { Addressee } from '../../entities/draft/addressees.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { agentAuthor } from '../../entities/link/link-words.ts'
import { classes } from '../../components/classes.ts'
import css from './composer.module.css'

interface ReceiversProps {
  readonly own: Addressee
  readonly named: readonly Addressee[]
  readonly onLeaveOut: (agent: Addressee) => void
}

export function Receivers({ own, named, onLeaveOut }: ReceiversProps) {
  return (
    <>
      <span className="vh" role="status">
        {named.length > 0 && `Goes to ${[own, ...named].map(({ name }) => visible(name)).join(', ')}.`}
      </span>
      {named.length > 0 && (
        <div className={classes('row small muted', css.receivers)}>
          <span aria-hidden="true">To</span>
          <ul aria-label="Goes to">
            <Receiver agent={own} />
            {named.map((agent) => (
              <Receiver key={agent.id} agent={agent} onLeaveOut={() => onLeaveOut(agent)} />
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Receiver({ agent, onLeaveOut }: { readonly agent: Addressee; readonly onLeaveOut?: () => void }) {
  const face = useFace(agentAuthor(agent.id), agent.name)
  return (
    <li className={classes('inline-row gap-3', css.receiver)} data-hue={face.hue}>
      <FaceView face={face} size="sm" />
      <span className="clip">
        <Name name={agent.name} pigment />
      </span>
      {onLeaveOut && (
        <IconButton
          icon="x"
          aria-label={`Do not write to ${visible(agent.name)}`}
          title="Only mentioned: it gets no message"
          onClick={onLeaveOut}
        />
      )}
    </li>
  )
}
