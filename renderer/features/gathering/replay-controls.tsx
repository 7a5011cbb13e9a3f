import { useId, useEffect, useState } from 'react'
import type { GatheringView, UtteranceView } from '../../../main/contract/gatherings/gathering-views.ts'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { Segments } from '../../components/segments.tsx'
import { currentAriaKeys, isKey } from '../../keys/current-keys.ts'
import { useMoney } from '../../state/money.ts'
import { show, showReplay } from '../../state/view-store.ts'
import { factsAt, marksOf, stepWords, stepDurationMs } from './replay-steps.ts'
import { classes } from '../../components/classes.ts'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import { isCovered, isField } from '../../components/focus.ts'
import { usePane } from '../../components/pane.tsx'
import css from './replay.module.css'

interface ControlsProps {
  readonly of: GatheringView
  readonly rows: readonly UtteranceView[]
  readonly step: number
  readonly steps: number
  readonly playing: Playing
}

export function ReplayControls({ of, rows, step, steps, playing }: ControlsProps) {
  const { isPlaying, byHand, toggle } = playing
  const money = useMoney()
  const row = rows.find(({ n }) => n === step) ?? rows.at(-1)
  const words = stepWords(of, rows, step)
  return (
    <div className={classes('dock', css.dock)} data-part="dock" role="group" aria-label="Replay">
      <div className="col">
        <div className={classes('break-anywhere', css.where)}>
          <p>
            <b className="num">
              Step {step} of {steps}
            </b>{' '}
            <SafeText text={words} />
          </p>
          <SafeText as="p" className="small muted num" text={factsAt(of, rows, step, money).join(' · ')} />
          <p className="vh" role="status">
            {isPlaying ? '' : visible(words)}
          </p>
        </div>
        <Way rows={rows} step={step} steps={steps} words={words} onGo={byHand} />
        <div className="row wrap gap-3">
          <Step label="First" to={1} step={step} steps={steps} keys="replayEnds" onGo={byHand} />
          <Step label="Previous" to={step - 1} step={step} steps={steps} keys="replaySteps" onGo={byHand} />
          <Button aria-keyshortcuts={currentAriaKeys('replayPlay')} onClick={toggle}>
            <Icon name={isPlaying ? 'pause' : 'play'} />
            {isPlaying ? 'Pause' : 'Play'}
          </Button>
          <Step label="Next" to={step + 1} step={step} steps={steps} keys="replaySteps" onGo={byHand} />
          <Step label="Last" to={steps} step={step} steps={steps} keys="replayEnds" onGo={byHand} />
          <Speeds playing={playing} />
          <span className="grow" />
          {row && (
            <Button variant="ghost" onClick={() => show({ kind: 'convene', fork: { of, row } })}>
              Fork from here
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

interface StepProps {
  readonly label: string
  readonly to: number
  readonly step: number
  readonly steps: number
  readonly keys: 'replaySteps' | 'replayEnds'
  readonly onGo: (step: number) => void
}

function Step({ label, to, step, steps, keys, onGo }: StepProps) {
  const isThere = to === step || to < 1 || to > steps
  return (
    <Button
      variant="ghost"
      aria-disabled={isThere}
      aria-keyshortcuts={currentAriaKeys(keys)}
      onClick={() => !isThere && onGo(to)}
    >
      {label}
    </Button>
  )
}

interface WayProps {
  readonly rows: readonly UtteranceView[]
  readonly step: number
  readonly steps: number
  readonly words: string
  readonly onGo: (step: number) => void
}

function Way({ rows, step, steps, words, onGo }: WayProps) {
  const share = (at: number) => (steps > 1 ? ((at - 1) / (steps - 1)) * 100 : 0)
  return (
    <div className={css.way}>
      <input
        type="range"
        data-part="replay-way"
        aria-label="Step"
        aria-valuetext={visible(`Step ${step} of ${steps}: ${words}`)}
        min={1}
        max={Math.max(1, steps)}
        step={1}
        value={step}
        onChange={(event) => onGo(event.target.valueAsNumber)}
      />
      <div className={css.marks} aria-hidden="true">
        {marksOf(rows).map((mark) => (
          <span
            key={mark.step}
            data-kind={mark.kind}
            title={mark.words}
            style={{ insetInlineStart: `${share(mark.step)}%` }}
          >
            {mark.kind === 'phase' && <small>{mark.words}</small>}
          </span>
        ))}
      </div>
    </div>
  )
}

function Speeds({ playing: { speed, setSpeed } }: { readonly playing: Playing }) {
  const id = useId()
  return (
    <span className="inline-row gap-3 small">
      <span id={id} className="muted">
        Speed
      </span>
      <Segments aria-labelledby={id} segments={speeds} isOn={(one) => one === speed} onPress={setSpeed} />
    </span>
  )
}

const speeds = [1, 2, 4, 8].map((value) => ({ value, word: `${value}×` }))

interface Playing {
  readonly isPlaying: boolean
  readonly speed: number
  readonly setSpeed: (speed: number) => void
  readonly toggle: () => void
  readonly byHand: (step: number) => void
}

interface Walk {
  readonly gathering: GatheringId
  readonly rows: readonly UtteranceView[]
  readonly step: number
  readonly steps: number
  readonly go: (step: number) => void
}

/**
 * Plays the steps, each as long as it took, compressed; stops at the end, and restarts from the beginning
 * when asked.
 */
export function usePlaying({ gathering, rows, step, steps, go }: Walk): Playing {
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<number>(1)
  const isAtEnd = step >= steps
  useEffect(() => {
    if (!isPlaying || isAtEnd) return
    const next = setTimeout(
      () => {
        showReplay({ gathering, step: step + 1 })
        if (step + 1 >= steps) setPlaying(false)
      },
      stepDurationMs(rows, step, speed),
    )
    return () => clearTimeout(next)
  }, [isPlaying, isAtEnd, gathering, rows, step, steps, speed])
  return {
    isPlaying,
    speed,
    setSpeed,
    toggle: () => {
      if (!isPlaying && isAtEnd) go(1)
      setPlaying(!isPlaying)
    },
    byHand: (to) => {
      setPlaying(false)
      go(to)
    },
  }
}

interface Keys extends Omit<Walk, 'rows' | 'gathering'> {
  readonly toggle: () => void
}

/** Keys of a replay while its pane has the focus; not in fields, nor Space on a button. */
export function useReplayKeys({ step, steps, go, toggle }: Keys): void {
  const { isFocused } = usePane()
  useEffect(() => {
    if (!isFocused) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isCovered()) return
      const { target } = event
      // The slider handles arrows, Home and End itself; a select uses them for its options.
      const isWay = target instanceof HTMLElement && target.matches('[data-part=replay-way]')
      if (isField(target) && !isWay) return
      if (target instanceof HTMLElement && target.closest('nav')) return
      const act = actOf(event, { step, steps, go, toggle })
      if (act === null) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}

function actOf(event: KeyboardEvent, { step, steps, go, toggle }: Keys): (() => void) | null {
  if (isKey('replayClose', event)) return () => showReplay(null)
  if (isKey('replayPlay', event)) {
    const isButton = event.target instanceof HTMLElement && event.target.closest('button, summary, a')
    return isButton ? null : toggle
  }
  if (isKey('replaySteps', event)) return () => go(step + (event.key === 'ArrowLeft' ? -1 : 1))
  if (isKey('replayEnds', event)) return () => go(event.key === 'Home' ? 1 : steps)
  return null
}
