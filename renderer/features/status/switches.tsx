import { Icon } from '../../components/icon.tsx'
import { switchAll } from '../../state/switch-all.ts'

/** Pauses the timers of all agents, and lets them run again. */
export function TimersSwitch({ isQuiet }: { readonly isQuiet: boolean }) {
  return (
    <button
      type="button"
      className="btn"
      data-acts=""
      aria-label={isQuiet ? 'Timers paused. Resume them' : 'Pause timers'}
      title={
        isQuiet
          ? 'Resume the timers of all agents; what fell due fires once'
          : 'Pause the timers of all agents'
      }
      onClick={() => void switchAll('quiet', !isQuiet)}
    >
      <Icon name={isQuiet ? 'play' : 'pause'} />
      {isQuiet ? 'Timers paused' : 'Pause timers'}
    </button>
  )
}

/** All links are off; a press switches them on. */
export function LinksOff() {
  return (
    <button
      type="button"
      className="btn"
      data-acts=""
      aria-label="Links off. Switch them on"
      title="Nothing crosses any link. Switch links on again"
      onClick={() => void switchAll('links', true)}
    >
      <Icon name="link" />
      Links off
    </button>
  )
}
