import { useId } from 'react'
import type { GatheringView, UtteranceView } from '../../../main/contract/gatherings/gathering-views.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { ariaHere } from '../../keys/keys-here.ts'
import { useMoney } from '../../state/money.ts'
import { show } from '../../state/view-store.ts'
import { factsAt, marksOf, stepWords } from './replay-steps.ts'
import { speeds, type Playing } from './use-replay.ts'
import css from './replay.module.css'
import { classes } from '../../components/classes.ts'

interface ControlsProps {
  readonly of: GatheringView
  readonly rows: readonly UtteranceView[]
  readonly step: number
  readonly steps: number
  readonly playing: Playing
}

/** The way through a replay: where one is, a step back and forward, play, and how fast. */
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
          <p className="small muted num">
            <SafeText text={factsAt(of, rows, step, money).join(' · ')} />
          </p>
          <p className="vh" role="status">
            {isPlaying ? '' : visible(words)}
          </p>
        </div>
        <Way rows={rows} step={step} steps={steps} words={words} onGo={byHand} />
        <div className="row wrap gap-3">
          <Step label="First" to={1} step={step} steps={steps} keys="replayEnds" onGo={byHand} />
          <Step label="Back" to={step - 1} step={step} steps={steps} keys="replaySteps" onGo={byHand} />
          <button type="button" className="btn" aria-keyshortcuts={ariaHere('replayPlay')} onClick={toggle}>
            <Icon name={isPlaying ? 'pause' : 'play'} />
            {isPlaying ? 'Stand still' : 'Play'}
          </button>
          <Step label="Forward" to={step + 1} step={step} steps={steps} keys="replaySteps" onGo={byHand} />
          <Step label="Last" to={steps} step={step} steps={steps} keys="replayEnds" onGo={byHand} />
          <Speeds playing={playing} />
          <span className="grow" />
          {row && (
            <button
              type="button"
              className="btn ghost"
              onClick={() => show({ kind: 'convene', fork: { of, row } })}
            >
              Fork from here
            </button>
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
    <button
      type="button"
      className="btn ghost"
      aria-disabled={isThere}
      aria-keyshortcuts={ariaHere(keys)}
      onClick={() => !isThere && onGo(to)}
    >
      {label}
    </button>
  )
}

interface WayProps {
  readonly rows: readonly UtteranceView[]
  readonly step: number
  readonly steps: number
  readonly words: string
  readonly onGo: (step: number) => void
}

/** All steps as a way, with a mark where a phase or a round begins. */
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
      <span className="seg" role="group" aria-labelledby={id}>
        {speeds.map((one) => (
          <button
            key={one}
            type="button"
            data-word={`${one}×`}
            aria-pressed={speed === one}
            onClick={() => setSpeed(one)}
          >
            {one}×
          </button>
        ))}
      </span>
    </span>
  )
}
