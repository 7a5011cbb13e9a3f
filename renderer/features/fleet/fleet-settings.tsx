import { useState, type FormEvent, useLayoutEffect, useRef } from 'react'
import type { FleetView, FleetResult, MachineView } from '../../../main/contract/fleet/fleet-views.ts'
import { brokerWords, machineFacts, misreadWords, twiceWords } from '../../entities/machine/machine-words.ts'
import { Button } from '../../components/button.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import css from './fleet.module.css'
import { ask } from '../../state/connection.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { TextField } from '../../entities/agent/fields.tsx'
import { classes } from '../../components/classes.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Problem } from '../../components/problem.tsx'
import type { RequestInput } from '../../../main/contract/api/requests.ts'
import { errorWords, act } from '../../state/act.ts'
import { clockTime } from '../../components/duration.ts'
import { visible } from '../../components/hygiene.ts'
import { ConfirmDialog } from '../../components/sure.tsx'

type FleetAct = 'fleet.found' | 'fleet.invite' | 'fleet.join' | 'fleet.remove'

type FleetOutcome =
  | { readonly kind: 'none' | 'sent' }
  | { readonly kind: 'done'; readonly done: FleetResult }
  | { readonly kind: 'refused'; readonly words: string }

function useFleetAct() {
  const [outcome, setOutcome] = useState<FleetOutcome>({ kind: 'none' })
  const run = async <K extends FleetAct>(act: K, input: RequestInput<K>): Promise<FleetResult | null> => {
    setOutcome({ kind: 'sent' })
    try {
      const done: FleetResult = await ask<FleetAct>(act, input)
      setOutcome({ kind: 'done', done })
      return done
    } catch (error) {
      setOutcome({ kind: 'refused', words: errorWords(error) })
      return null
    }
  }
  return { outcome, run, forget: () => setOutcome({ kind: 'none' }) }
}

function Outcome({ of }: { readonly of: FleetOutcome }) {
  const told = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Newer Chromium returns a promise; returned from the effect, React would take it for the cleanup.
    told.current?.scrollIntoView({ block: 'nearest' })
  }, [of])
  if (of.kind !== 'refused' && of.kind !== 'done') return null
  return (
    <div ref={told} className={css.outcome}>
      {of.kind === 'refused' ? <Problem text={of.words} /> : <Next of={of.done} />}
    </div>
  )
}

/** Instructions; an indented line is a command. */
function Next({ of }: { readonly of: FleetResult }) {
  return (
    <div
      className={classes('well stack gap-3 break-anywhere', css.next)}
      role="status"
      data-part="fleet-next"
    >
      {of.next.map((line) =>
        line.startsWith(' ') ? (
          <p key={line} className="row">
            <code className="grow">
              <SafeText text={line.trim()} />
            </code>
            <CopyButton text={() => line.trim()} label="Copy the command" />
          </p>
        ) : (
          <SafeText as="p" key={line} text={line} />
        ),
      )}
    </div>
  )
}

const machineNameHint = '1–24 characters: a–z, 0–9, hyphen'

interface Field<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly hint: string
  readonly placeholder: string
  /** Omitted from the request when empty. */
  readonly isOptional?: true
}

interface FleetFormProps<Name extends string> {
  readonly title: string
  readonly about: string
  readonly verb: string
  readonly fields: readonly Field<Name>[]
  readonly onSubmit: (
    run: ReturnType<typeof useFleetAct>['run'],
    values: Readonly<Record<Name, string>>,
  ) => Promise<FleetResult | null>
  /** Receives the instructions; without it the form shows them itself. */
  readonly onDone?: (done: FleetResult) => void
}

function FleetForm<Name extends string>(props: FleetFormProps<Name>) {
  const { title, about, verb, fields, onSubmit, onDone } = props
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({})
  const { outcome, run } = useFleetAct()
  const valueOf = (name: Name): string => written[name] ?? ''
  const isOff =
    outcome.kind === 'sent' ||
    fields.some(({ name, isOptional }) => !isOptional && valueOf(name).trim() === '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const values = Object.fromEntries(
      fields.flatMap(({ name, isOptional }) => {
        const value = valueOf(name).trim()
        return isOptional && value === '' ? [] : [[name, value]]
      }),
    )
    void onSubmit(run, values as Record<Name, string>).then((done) => done !== null && onDone?.(done))
  }
  return (
    <form className={css.way} onSubmit={submit} aria-label={title}>
      <h3 className="strong">{title}</h3>
      <p className="muted">{about}</p>
      <div className={classes('row top gap-5 row-gap-4 wrap', css.pair)}>
        {fields.map(({ name, isOptional: _, ...field }) => (
          <TextField
            key={name}
            {...field}
            value={valueOf(name)}
            onChange={(value) => setWritten((now) => ({ ...now, [name]: value }))}
            isCode
          />
        ))}
        <Button type="submit" disabled={isOff}>
          {verb}
        </Button>
      </div>
      <Outcome of={outcome} />
    </form>
  )
}

export function FleetSettings() {
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  return fleet === null ? <EnterFleet /> : <Fleet fleet={fleet} />
}

function Fleet({ fleet }: { readonly fleet: FleetView }) {
  const { outcome, run } = useFleetAct()
  const remove = (name: string) => void run('fleet.remove', { name })
  const { server } = useFleetFiles()
  const isFounder = fleet.machine === fleet.founder
  return (
    <div className={classes('stack gap-6', css.fleet)} data-part="fleet">
      <p>
        This machine is{' '}
        <strong>
          <Name name={fleet.machine} />
        </strong>
        . <SafeText text={brokerWords(fleet)} />. Each agent’s settings say whether other machines see it.
      </p>
      {isFounder && fleet.broker.status === 'connecting' && <StartServer command={server} />}
      {fleet.dropped !== '' && (
        <p className="muted">
          <SafeText text={fleet.dropped} />
        </p>
      )}
      {fleet.machines.length === 0 ? (
        <p className="muted">No other machines yet.</p>
      ) : (
        <ul className="ruled" aria-label="Other machines">
          {fleet.machines.map((machine) => (
            <MachineRow
              key={machine.name}
              machine={machine}
              onRemove={isFounder && machine.status !== 'removed' ? remove : undefined}
            />
          ))}
        </ul>
      )}
      <Outcome of={outcome} />
      {isFounder ? (
        <Invite />
      ) : (
        <p className="muted">
          <Name name={fleet.founder} /> created this fleet: it invites and removes machines.
        </p>
      )}
    </div>
  )
}

function Invite() {
  return (
    <FleetForm
      title="Invite a machine"
      about="An invitation is a file for one machine."
      verb="Invite"
      fields={[
        { name: 'name', label: 'Name of the machine', hint: machineNameHint, placeholder: 'barn' },
        {
          name: 'out',
          label: 'Where the invitation goes',
          placeholder: '/home/mo/barn.json',
          hint: 'Full path of a new file. Keep it secret: anyone who has it can act as that machine',
        },
      ]}
      onSubmit={(run, values) => run('fleet.invite', values)}
    />
  )
}

function EnterFleet() {
  const { from, server } = useFleetFiles()
  const [done, setDone] = useState<FleetResult | null>(null)
  if (done !== null)
    return (
      <div className={classes('stack gap-6', css.fleet)}>
        <Next of={done} />
      </div>
    )
  if (from !== null)
    return (
      <div className={classes('stack gap-6', css.fleet)}>
        <p role="status" data-part="fleet-next-start">
          Restart Janus to join the fleet as{' '}
          <strong>
            <Name name={from} />
          </strong>
          .
        </p>
        <StartServer command={server} />
      </div>
    )
  return (
    <div className={classes('stack gap-6', css.fleet)}>
      <p>
        Connect several machines: agents that you share can write to each other. This machine is in no fleet.
      </p>
      <FleetForm
        title="Create fleet"
        about="Its server, nats-server, runs on a machine that all machines reach."
        verb="Create"
        fields={[
          { name: 'name', label: 'Name of this machine', hint: machineNameHint, placeholder: 'attic' },
          {
            name: 'address',
            label: 'Address of the server',
            hint: 'HOST:PORT for all machines',
            placeholder: 'attic.local:4222',
          },
          {
            name: 'listen',
            label: 'Listens on',
            isOptional: true,
            hint: 'IP address, or all',
            placeholder: '192.168.7.9',
          },
        ]}
        onSubmit={(run, values) => run('fleet.found', values)}
        onDone={setDone}
      />
      <FleetForm
        title="Join a fleet"
        about="The machine that created the fleet makes an invitation, a file for this machine alone."
        verb="Join"
        fields={[
          {
            name: 'file',
            label: 'Invitation',
            hint: 'Full path of the file',
            placeholder: '/home/mo/cellar.json',
          },
        ]}
        onSubmit={(run, values) => run('fleet.join', values)}
        onDone={setDone}
      />
    </div>
  )
}

/** The fleet files in this machine's data folder, read once. */
const useFleetFiles = () => useAnswer('fleet.get', {}).answer ?? { from: null, server: null }

function StartServer({ command }: { readonly command: string | null }) {
  if (command === null) return null
  return <Next of={{ file: '', next: ['The fleet’s server is started by', `  ${command}`] }} />
}

interface MachineRowProps {
  readonly machine: MachineView
  /** Undefined: this machine can't remove it. */
  readonly onRemove: ((name: string) => void) | undefined
}

function MachineRow({ machine, onRemove }: MachineRowProps) {
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
      {machine.unreadable !== null && (
        <Incident name={machine.name} what="runs a different version">
          {misreadWords(machine.unreadable, machine)}
        </Incident>
      )}
      {isAsking && (
        <ConfirmDialog
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
