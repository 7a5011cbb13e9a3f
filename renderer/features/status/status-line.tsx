import type { AgentView } from '../../../main/contract/views.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../store.ts'
import { select, setTheme, useView } from '../../view-store.ts'
import './status.css'

interface StatusLineProps {
  readonly agents: readonly AgentView[]
}

/** The line at the bottom: the CLI, what runs, what it cost, what waits for the person. */
export function StatusLine({ agents }: StatusLineProps) {
  const isRehearsal = useMirror((now) => now.status?.rehearsal === true)
  const running = agents.filter((agent) => ['starting', 'idle', 'working'].includes(agent.status)).length
  const cost = agents.reduce((sum, agent) => sum + agent.costUsd, 0)
  const waiting = agents.filter((agent) => agent.needs !== null)
  const [first] = waiting
  return (
    <footer className="statusline" aria-label="Status">
      <Cli />
      {isRehearsal && <span className="chip rehearsal">rehearsal</span>}
      <span className="num">{running === 1 ? '1 process' : `${running} processes`}</span>
      {cost > 0 && !isRehearsal && <span className="num hide-60">${cost.toFixed(2)}</span>}
      <span className="grow" />
      {first && (
        <button type="button" className="chip needs" onClick={() => select(first.id)}>
          <span className="st needs">
            <Sign of="needs" />
            {waiting.length} waiting for you
          </span>
        </button>
      )}
      <ThemeButton />
    </footer>
  )
}

function Cli() {
  const status = useMirror((now) => now.status)
  if (status === null) return null
  const { version, problem } = status.cli
  return (
    <span className={`st clip ${problem === null ? 'good' : 'fail'}`}>
      <Sign of={problem === null ? 'good' : 'fail'} />
      <span className="clip">
        <SafeText text={problem ?? `Claude CLI ${version ?? ''}`} />
      </span>
    </span>
  )
}

function ThemeButton() {
  const theme = useView((now) => now.theme)
  const turn = () => {
    const isDark = theme === null ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
    setTheme(isDark ? 'light' : 'dark')
  }
  return (
    <button
      type="button"
      className="btn ghost icon"
      aria-label="Light or dark"
      title="Light or dark"
      onClick={turn}
    >
      <Icon name="sun" />
    </button>
  )
}
