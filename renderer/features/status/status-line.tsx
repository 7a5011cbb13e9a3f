import { useState, type ReactNode } from 'react'
import { kindFacts, programTitle, usualKind } from '../../../main/contract/agents/kinds.ts'
import type { AgentView, AppStatus, KindStatus } from '../../../main/contract/api/views.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { errorWords } from '../../state/act.ts'
import { visible } from '../../components/hygiene.ts'
import { Sign } from '../../components/icon.tsx'
import { PriorityRow, RowMenu, Yields } from '../../components/priority-row.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { ask } from '../../state/connection.ts'
import { namedWithKeys } from '../../keys/current-keys.ts'
import { openAgents, applyEvent, useMirror } from '../../state/store.ts'
import { setTheme, show, toast, useView } from '../../state/view-store.ts'
import { useRehearsal } from '../../state/use-rehearsal.ts'
import { CircleChip } from '../../entities/gathering/seat-chip.tsx'
import { planTitle, PlanNear } from '../../entities/kind/plan-lines.tsx'
import { readClock } from '../../state/clock.ts'
import { kindOf, useKindsInUse } from '../../entities/kind/kind-status.ts'
import { StopButton, LinksOff, TimersSwitch } from './stop.tsx'
import { UpdateProgress } from './update-bar.tsx'
import css from './status.module.css'
import { classes } from '../../components/classes.ts'
import { noWord } from '../../entities/machine/machine-words.ts'

interface StatusLineProps {
  readonly agents: readonly AgentView[]
  readonly processes: ReactNode
  readonly use: ReactNode
  readonly tray: ReactNode
}

export function StatusLine({ agents, processes, use, tray }: StatusLineProps) {
  const status = useMirror((now) => now.status)
  const isStarting = useMirror((now) => now.connection === 'connecting')
  const isRehearsal = status?.rehearsal === true
  return (
    <PriorityRow
      as="footer"
      className={classes('row gap-5 small muted', css.statusline)}
      data-part="status"
      aria-label="Status"
    >
      {/* First, where nothing that appears or changes moves them. */}
      {agents.length > 0 && <StopButton />}
      {status?.settings.stopped === null && (agents.length > 0 || status.settings.quiet) && (
        <Yields at={status.settings.quiet ? 11 : 6}>
          <TimersSwitch isQuiet={status.settings.quiet} />
        </Yields>
      )}
      {status && !status.settings.links && (
        <Yields at={11}>
          <LinksOff />
        </Yields>
      )}
      {status && (
        <Yields at={12}>
          <Programs status={status} />
        </Yields>
      )}
      {isRehearsal && (
        <span className="chip rehearsal" data-yield={3}>
          demo
        </span>
      )}
      {isRehearsal && status.canRehearse && (
        <Yields at={10}>
          <LeaveRehearsal />
        </Yields>
      )}
      {status && !isRehearsal && (
        <Yields at={1}>
          <Account status={status} />
        </Yields>
      )}
      {!isRehearsal && (
        <Yields at={4}>
          <PlanNear />
        </Yields>
      )}
      <Yields at={7}>{processes}</Yields>
      <Yields at={8}>{use}</Yields>
      <Yields at={8}>
        <FleetLine />
      </Yields>
      <Yields at={2}>
        <UpdateProgress />
      </Yields>
      <span className="grow" data-elastic="" />
      {isStarting && (
        <span data-part="starting" data-yield={3}>
          Starting…
        </span>
      )}
      <Yields at={13}>
        <CircleChip />
      </Yields>
      {tray}
      <RowMenu label="More of the status line" />
      <WindowButtons />
    </PriorityRow>
  )
}

function WindowButtons() {
  return (
    <>
      <Yields at={11}>
        <IconButton
          icon="sliders"
          {...namedWithKeys('Settings', 'settings')}
          onClick={() => show({ kind: 'settings' })}
        />
      </Yields>
      <Yields at={5}>
        <Button
          variant="ghost"
          className="icon"
          {...namedWithKeys('Keyboard shortcuts', 'keys')}
          onClick={() => show({ kind: 'keys' })}
        >
          <kbd aria-hidden="true">?</kbd>
        </Button>
        <ThemeButton />
      </Yields>
    </>
  )
}

function Programs({ status }: { readonly status: AppStatus }) {
  const [isChecking, setChecking] = useState(false)
  // Nothing is known about a custom program before it runs.
  const used = useKindsInUse().flatMap((kind) => (kind === 'other' ? [] : (kindOf(status, kind) ?? [])))
  const isEmpty = useMirror((now) => openAgents(now).length === 0)
  const shown = used.find((one) => one.problem !== null) ?? used[0]
  // The first screen shows problems itself.
  if (!shown || (isEmpty && shown.problem !== null)) return null
  const isGood = shown.problem === null
  const found = isGood ? 'good' : 'fail'
  const first = wordsOfProgram(shown, used.length - 1)
  const isLooking = isChecking || shown.checkedAt === null
  // Not good while it is being checked.
  const sign = isLooking ? 'work' : found
  const words = isLooking ? `Checking ${kindFacts[shown.kind].program}…` : first
  const check = async () => {
    if (isChecking) return
    setChecking(true)
    try {
      applyEvent({ kind: 'status', status: await ask('app.check', {}) })
    } catch (error) {
      toast(errorWords(error), { isError: true })
    }
    setChecking(false)
  }
  return (
    <button
      type="button"
      className={classes('bare st clip', css.program, sign)}
      aria-label={visible(words)}
      title={`${isGood ? '' : `${visible(shown.problem?.words ?? '')} `}Press to check again.`}
      onClick={() => void check()}
    >
      <Sign of={sign} />
      <SafeText as="span" className="clip" data-yield={9} text={words} />
    </button>
  )
}

function wordsOfProgram({ kind, version, problem }: KindStatus, more: number): string {
  const name = programTitle(kind)
  if (problem !== null) return shortly[problem.line](name)
  const itself = `${name} ${version ?? ''}`.trim()
  return more === 0 ? itself : `${itself} and ${more} more`
}

/** A short form of the problem; the check has the details. */
const shortly = {
  binary: (name: string) => `${name} not found`,
  version: (name: string) => `${name} cannot be used`,
  login: (name: string) => `${name}: not signed in`,
} as const

function LeaveRehearsal() {
  const rehearsal = useRehearsal()
  return (
    <Button variant="ghost" disabled={rehearsal.isOpening} onClick={rehearsal.open}>
      Exit demo
    </Button>
  )
}

/** The account of the default kind; problems with it are shown by the check. */
function Account({ status }: { readonly status: AppStatus }) {
  const { login, account, plan } = kindOf(status, usualKind) ?? { login: 'out', account: null, plan: [] }
  const isUsed = useKindsInUse().includes(usualKind)
  if (login !== 'in' || account === null || !isUsed) return null
  return (
    <span className="clip" title={planTitle(plan, readClock())}>
      {kindFacts[usualKind].name}: {account.includes('@') ? 'signed in as ' : 'signed in by '}
      <SafeText text={account} />
    </span>
  )
}

function ThemeButton() {
  const theme = useView((now) => now.theme)
  const turn = () => {
    const isDark = theme === null ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
    setTheme(isDark ? 'light' : 'dark')
  }
  return <IconButton icon="sun" aria-label="Toggle theme" data-help="Toggle theme" onClick={turn} />
}

/** Why other machines are unreachable, with a link to the fleet; renders nothing while all is well. */
function FleetLine() {
  const words = useMirror(({ status }) => (status?.fleet ? noWord(status.fleet) : ''))
  if (words === '') return null
  return (
    <button
      type="button"
      className={classes('bare st clip', css.program, css.fleet)}
      data-part="fleet-line"
      title={visible(words)}
      onClick={() => show({ kind: 'settings', text: 'fleet' })}
    >
      <SafeText as="span" className="clip" text={words} />
    </button>
  )
}
