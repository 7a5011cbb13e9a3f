import { Button } from '../../components/button.tsx'
import { helpOf } from '../../components/help.ts'
import { Icon } from '../../components/icon.tsx'
import { At } from '../../components/time.tsx'
import { currentAriaKeys, currentKeyWords } from '../../keys/current-keys.ts'
import { act } from '../../state/act.ts'
import { mirror, useMirror } from '../../state/store.ts'
import { classes } from '../../components/classes.ts'
import css from './status.module.css'
import { switchAll } from '../../state/switch-all.ts'

export function toggleStop(): void {
  const stopped = mirror.getState().status?.settings.stopped ?? null
  void act(stopped === null ? 'app.stop' : 'app.goOn', {})
}

export function StoppedBar() {
  const stopped = useMirror((now) => now.status?.settings.stopped ?? null)
  const isRead = useMirror((now) => now.status?.disk.some(({ kind }) => kind === 'reading') ?? false)
  if (stopped === null || isRead) return null
  return (
    <section className={classes('row', css.stopped)} aria-label="Everything is stopped">
      <Icon name="pause" />
      <p role="status">
        <b>Everything is stopped</b>, since <At at={Date.parse(stopped)} />. Only your own messages start
        turns until you resume.
      </p>
      <Button onClick={toggleStop}>Resume</Button>
    </section>
  )
}

/** Without confirmation. */
export function StopButton() {
  const isStopped = useMirror((now) => (now.status?.settings.stopped ?? null) !== null)
  if (isStopped) return null
  return (
    <Button
      data-acts=""
      aria-label="Stop all"
      aria-keyshortcuts={currentAriaKeys('stopAll')}
      {...helpOf(
        `Ends every turn; then only your own messages start turns until you resume, ${currentKeyWords('stopAll')}`,
      )}
      onClick={toggleStop}
    >
      <Icon name="stop" />
      <span data-yield={14}>Stop all</span>
    </Button>
  )
}

export function TimersSwitch({ isQuiet }: { readonly isQuiet: boolean }) {
  return (
    <Button
      data-acts=""
      title={isQuiet ? 'Timers are paused; those that came due fire once' : 'Pause the timers of all agents'}
      onClick={() => void switchAll('quiet', !isQuiet)}
    >
      <Icon name={isQuiet ? 'play' : 'pause'} />
      {isQuiet ? 'Resume timers' : 'Pause timers'}
    </Button>
  )
}

export function LinksOff() {
  return (
    <Button data-acts="" title="All links are off" onClick={() => void switchAll('links', true)}>
      <Icon name="link" />
      Turn links on
    </Button>
  )
}
