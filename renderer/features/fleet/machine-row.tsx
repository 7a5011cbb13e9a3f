import { useState } from 'react'
import type { MachineView } from '../../../main/contract/fleet/fleet-views.ts'
import { machineFacts, misreadWords, twiceWords } from '../../entities/machine/machine-words.ts'
import { Button } from '../../components/button.tsx'
import { clockTime } from '../../components/duration.ts'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { Sure } from '../../components/sure.tsx'
import { act } from '../../state/act.ts'
import { classes } from '../../components/classes.ts'
import css from './fleet.module.css'

interface MachineRowProps {
  readonly machine: MachineView
  /** Undefined: this machine can't remove it. */
  readonly onRemove: ((name: string) => void) | undefined
}

export function MachineRow({ machine, onRemove }: MachineRowProps) {
  const [isAsking, setAsking] = useState(false)
  const name = visible(machine.name)
  return (
    <li className={classes('stack gap-3', css.other)} data-part="fleet-machine">
      <div className={classes('row wrap gap-5 row-gap-3', css.machine)}>
        <p className="grow">
          <strong>
            <Name name={machine.name} />
          </strong>{' '}
          <SafeText as="span" className="muted" text={machineFacts(machine)} />
        </p>
        {onRemove && (
          <Button
            variant="ghost"
            aria-label={`Remove ${name}…`}
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
          >
            Remove…
          </Button>
        )}
      </div>
      {machine.isTwice && (
        <SafeText
          as="p"
          className={classes('row wrap gap-5 row-gap-3', css.incident)}
          text={twiceWords(machine.name)}
        />
      )}
      {machine.setBackAt !== null && (
        <Incident name={machine.name} what="was restored from an older backup">
          {`Restored from an older backup (${clockTime(Date.parse(machine.setBackAt))}): its agents may not know what they sent or received since.`}
        </Incident>
      )}
      {machine.misread !== null && (
        <Incident name={machine.name} what="runs a different version">
          {misreadWords(machine.misread, machine)}
        </Incident>
      )}
      {isAsking && (
        <Sure
          title={`Remove ${name} from the fleet?`}
          words={`The server will no longer accept ${name}: its agents and those of other machines will not be able to write to each other. What waits for it is kept. It can come back with a new invitation only.`}
          verb="Remove"
          isDanger
          onConfirm={() => {
            setAsking(false)
            onRemove?.(machine.name)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}

interface IncidentProps {
  readonly name: string
  readonly what: string
  readonly children: string
}

function Incident({ name, what, children }: IncidentProps) {
  return (
    <p className={classes('row wrap gap-5 row-gap-3', css.incident)}>
      <SafeText as="span" className="grow" text={children} />
      <Button
        aria-label={`Dismiss: ${visible(name)} ${what}`}
        onClick={() => void act('fleet.seen', { name })}
      >
        Dismiss
      </Button>
    </p>
  )
}
