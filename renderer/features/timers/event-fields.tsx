import { useId, type ReactNode } from 'react'
import {
  hookCommand,
  isInsideGlob,
  triggerLimits,
  type PeerEvent,
} from '../../../main/contract/timers/triggers.ts'
import type { HeartbeatView } from '../../../main/contract/timers/heartbeats.ts'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { InputField } from '../../components/input-field.tsx'
import { Segments } from '../../components/segments.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { useMirror } from '../../state/store.ts'
import css from './timers.module.css'

type EventKind = PeerEvent | 'files' | 'webhook'

interface EventValue {
  readonly on: EventKind
  readonly glob: string
  readonly repeats: boolean
  /** Minutes. */
  readonly interval: string
}

export const usualEvent: EventValue = { on: 'idle', glob: 'src/**', repeats: false, interval: '1' }

const choices: readonly { readonly value: EventKind; readonly name: string }[] = [
  { value: 'idle', name: 'Another agent becomes idle' },
  { value: 'asks', name: 'Another agent waits for you' },
  { value: 'finishes', name: 'Another agent finishes a task' },
  { value: 'breaks', name: 'Another agent fails' },
  { value: 'files', name: 'Files change' },
  { value: 'webhook', name: 'A webhook is called' },
]

/** Returns the trigger, or an error message. */
export function readEvent({ on, glob, repeats, interval }: EventValue) {
  if (on === 'files' && !isInsideGlob(glob)) return 'Enter files of the agent’s folder, such as src/**.'
  const seconds = Number(interval.replace(',', '.')) * 60
  const { least, most } = triggerLimits.interval
  if (!(seconds >= least && seconds <= most)) return 'Enter an interval from 0.1 minutes to a day.'
  return { on, repeats, interval: seconds, ...(on === 'files' ? { glob: glob.trim() } : {}) }
}

interface WhenFieldProps {
  readonly isEvent: boolean
  readonly onChange: (isEvent: boolean) => void
}

export function WhenField({ isEvent, onChange }: WhenFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <span className="label" id={id}>
        When
      </span>
      <Segments
        aria-labelledby={id}
        className={css.timerKinds}
        segments={[
          { value: 'time', word: 'Time' },
          { value: 'event', word: 'Event' },
        ]}
        isOn={(one) => (one === 'event') === isEvent}
        onPress={(one) => (one === 'event') !== isEvent && onChange(!isEvent)}
      />
    </div>
  )
}

interface EventFieldsProps {
  readonly value: EventValue
  readonly onChange: (value: EventValue) => void
  /** The choice of the agent to watch. */
  readonly children: ReactNode
}

export function EventFields({ value, onChange, children }: EventFieldsProps) {
  return (
    <>
      <div className="sheet-pair">
        <SelectField
          label="Event"
          value={value.on}
          onChange={(on) => onChange({ ...value, on })}
          choices={choices}
        />
        {children}
        {value.on === 'files' && (
          <InputField
            label="Files"
            maxLength={triggerLimits.glob}
            value={value.glob}
            onChange={(glob) => onChange({ ...value, glob })}
            hint="In the agent’s folder. Changes while it works do not count."
          />
        )}
      </div>
      <div className="sheet-pair">
        <SelectField
          label="How often"
          value={value.repeats ? 'each' : 'once'}
          onChange={(often) => onChange({ ...value, repeats: often === 'each' })}
          choices={[
            { value: 'once', name: 'Once' },
            { value: 'each', name: 'Each time' },
          ]}
        />
        {value.repeats && (
          <InputField
            label="At most every (minutes)"
            className="num"
            inputMode="decimal"
            value={value.interval}
            onChange={(interval) => onChange({ ...value, interval })}
          />
        )}
      </div>
    </>
  )
}

export function HookSecret({
  hook,
  onClose,
}: {
  readonly hook: HeartbeatView
  readonly onClose: () => void
}) {
  const apiUrl = useMirror((now) => now.status?.apiUrl ?? '')
  const command = hookCommand(apiUrl, hook.id, hook.secret ?? '')
  return (
    <Dialog title="Webhook set" onClose={onClose}>
      <div className="sheet-body">
        <p>This command calls it. The secret is shown only now.</p>
        <pre className={classes('well', css.command)}>{command}</pre>
        <div className="acts">
          <CopyButton text={() => command} label="Copy command" />
        </div>
      </div>
      <footer>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </footer>
    </Dialog>
  )
}
