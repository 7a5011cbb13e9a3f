import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { colourNames, shapeNames } from '../../../main/contract/agents/looks.ts'
import type { Look } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { act } from '../../state/act.ts'
import { upperFirst } from '../../entities/agent/agent-state.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { shapeOf } from '../../entities/agent/identity.ts'
import { Name } from '../../components/safe-text.tsx'
import { takeFocus } from '../../components/focus.ts'
import css from './look.module.css'

const eighths = [1, 2, 3, 4, 5, 6, 7, 8] as const
const hueNames = colourNames.map(upperFirst)
const shownShapes = shapeNames.map(upperFirst)

/** Each choice is saved at once. */
export function LookDialog({ agent, onClose }: { readonly agent: AgentView; readonly onClose: () => void }) {
  const face = useFace({ kind: 'agent', id: agent.id }, agent.name)
  const { look } = agent
  const choose = (changed: Partial<Look>) =>
    void act('agents.change', {
      agent: agent.id,
      ...(changed.hue === undefined ? {} : { colour: changed.hue }),
      ...(changed.shape === undefined ? {} : { shape: changed.shape }),
    })
  return (
    <Dialog title={`${visible(agent.name)}’s appearance`} onClose={onClose}>
      <div className="sheet-body">
        <p className={classes('row gap-5', css.lookNow)} data-hue={face.hue}>
          <FaceView face={face} />
          <Name name={agent.name} pigment />
        </p>
        <Eighths label="Color" names={hueNames} chosen={look.hue} onChoose={(hue) => choose({ hue })} isFirst>
          {(hue) => <Swatch hue={hue} shape={look.shape} />}
        </Eighths>
        <Eighths
          label="Shape"
          names={shownShapes}
          chosen={look.shape}
          onChoose={(shape) => choose({ shape })}
        >
          {(shape) => <Swatch hue={look.hue} shape={shape} />}
        </Eighths>
      </div>
      <footer>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </footer>
    </Dialog>
  )
}

const Swatch = ({ hue, shape }: Look) => <FaceView face={{ hue, shape: shapeOf(shape), letters: '' }} />

interface EighthsProps {
  readonly label: string
  readonly names: readonly string[]
  readonly chosen: number
  readonly onChoose: (one: number) => void
  readonly isFirst?: boolean
  readonly children: (one: number) => ReactNode
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** A radio group of eight; arrow keys choose. */
function Eighths({ label, names, chosen, onChoose, isFirst = false, children }: EighthsProps) {
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = ((chosen - 1 + step + 8) % 8) + 1
    event.currentTarget
      .querySelectorAll<HTMLElement>('[role=radio]')
      .item(next - 1)
      .focus()
    onChoose(next)
  }
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        {label} <small>{names[chosen - 1]}</small>
      </span>
      <div className={css.eighths} role="radiogroup" aria-label={label} onKeyDown={walk}>
        {eighths.map((one) => (
          <button
            key={one}
            ref={isFirst && one === chosen ? takeFocus : undefined}
            type="button"
            role="radio"
            aria-checked={one === chosen}
            aria-label={names[one - 1]}
            data-help={names[one - 1]}
            tabIndex={one === chosen ? 0 : -1}
            onClick={() => onChoose(one)}
          >
            {children(one)}
          </button>
        ))}
      </div>
    </div>
  )
}
