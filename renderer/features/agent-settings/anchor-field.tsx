import { useId } from 'react'
import type { AnchorChoice } from '../../../main/contract/timers/heartbeats.ts'
import { usualAnchorSeconds } from '../../../main/contract/api/limits.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { AnchorPrice } from '../../entities/timer/anchor-price.tsx'
import { useMirror } from '../../state/store.ts'

interface AnchorFieldProps {
  readonly agent: AgentView
  readonly value: AnchorChoice
  readonly onChange: (value: AnchorChoice) => void
}

const words = { open: 'While something is open', off: 'None by themselves' } as const

/** Whether Janus gives the agent an anchor of its own accord, and what that comes to. */
export function AnchorField({ agent, value, onChange }: AnchorFieldProps) {
  const id = useId()
  const usual = useMirror((now) => now.status?.settings.anchors ?? 'open')
  const held = value === 'usual' ? usual : value
  return (
    <div className="field">
      <label htmlFor={id}>Anchors</label>
      <select
        id={id}
        className="input"
        value={value}
        onChange={(event) => onChange(event.target.value as AnchorChoice)}
      >
        <option value="usual">{`As in the settings: ${words[usual].toLowerCase()}`}</option>
        <option value="open">{words.open}</option>
        <option value="off">{words.off}</option>
      </select>
      <small>
        {held === 'open'
          ? 'Lead it back to what you asked while it deals with other agents.'
          : 'Nothing leads it back by itself; you and it can still set one.'}
      </small>
      {held === 'open' && <AnchorPrice turn={agent.usualTurn} every={usualAnchorSeconds} />}
    </div>
  )
}
