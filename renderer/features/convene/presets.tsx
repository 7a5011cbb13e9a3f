import type { Rhythm } from '../../../main/contract/gatherings/rhythms.ts'
import { helpOf } from '../../components/help.ts'
import { visible } from '../../components/hygiene.ts'
import { Menu } from '../../components/menu.tsx'
import { structureWords } from './circle-draft.ts'
import type { Circle } from './use-circle.ts'
import { presetWord } from './usual-circle.ts'
import { classes } from '../../components/classes.ts'
import css from './convene.module.css'

/** So many stand beside the title; the person's own open below. */
const side = 3

/** How it breathes: the presets, and the person's own templates. */
export function Presets({ circle }: { readonly circle: Circle }) {
  const { rhythms, draft, take } = circle
  if (!rhythms || draft.proposal !== null) return null
  const own = rhythms.slice(side)
  const chosen = own.find((one) => one.name === draft.rhythm)
  return (
    <div className={css.presets} role="group" aria-label="Presets">
      {rhythms.slice(0, side).map((rhythm) => (
        <PresetButton
          key={rhythm.name}
          rhythm={rhythm}
          isChosen={draft.rhythm === rhythm.name}
          onTake={take}
        />
      ))}
      {own.length > 0 && (
        <Menu
          label={chosen ? `Own template: ${visible(chosen.name)}` : 'Own templates'}
          className={classes('btn ghost', css.own, chosen && css.chosen)}
          items={own.map((rhythm) => ({
            label: visible(presetWord(rhythm)),
            hint: <small className="num">{structureWords(rhythm.structure)}</small>,
            run: () => take(rhythm),
          }))}
        >
          <span className="clip">{chosen ? visible(presetWord(chosen)) : 'Own'}</span>
        </Menu>
      )}
    </div>
  )
}

interface PresetButtonProps {
  readonly rhythm: Rhythm
  readonly isChosen: boolean
  readonly onTake: (rhythm: Rhythm) => void
}

const PresetButton = ({ rhythm, isChosen, onTake }: PresetButtonProps) => (
  <button
    type="button"
    className="btn ghost"
    aria-pressed={isChosen}
    {...helpOf(visible(rhythm.about))}
    onClick={() => onTake(rhythm)}
  >
    {visible(presetWord(rhythm))}
  </button>
)
