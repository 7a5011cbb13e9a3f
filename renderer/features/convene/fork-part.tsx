import { SafeText } from '../../components/safe-text.tsx'
import { Switch } from '../../components/switch.tsx'
import { forkPointWords } from '../../entities/gathering/gathering-words.ts'
import type { ForkDraft, PartProps } from './circle-draft.ts'
import type { Preview } from './use-preview.ts'
import { classes } from '../../components/classes.ts'
import css from './convene.module.css'

interface ForkPartProps extends Omit<PartProps, 'draft'> {
  readonly fork: ForkDraft
  readonly preview: Preview
}

const beginnings = [
  ['there', 'Continue from there'],
  ['anew', 'Start over'],
] as const

export function ForkPart({ fork, preview, onChange }: ForkPartProps) {
  const told = preview.told?.fork ?? null
  const begins = fork.begins ?? told?.begins ?? 'there'
  return (
    <section className={classes('stack break-anywhere', css.forkPart)} aria-label="The earlier circle">
      <p>
        Continues “<SafeText text={fork.topic} />” at <SafeText text={forkPointWords(fork.row)} />.{' '}
        {told && <span className="muted">{givenWords(told, begins)}</span>}
      </p>
      <div className="seg" role="group" aria-label="How it begins">
        {beginnings.map(([next, words]) => (
          <button
            key={next}
            type="button"
            data-word={words}
            aria-pressed={begins === next}
            onClick={() => onChange({ fork: { ...fork, begins: next } })}
          >
            {words}
          </button>
        ))}
      </div>
      {told && !told.canGoOn && begins === 'anew' && (
        <small className="small muted">
          Nothing is left after that place, so it starts over with what was said as its history.
        </small>
      )}
      <Switch
        label="Use copies: the agents themselves stay as they are"
        isOn={fork.copies}
        onTurn={(copies) => onChange({ fork: { ...fork, copies } })}
      />
      {fork.gone.length > 0 && <SafeText as="small" className="small muted" text={goneWords(fork.gone)} />}
    </section>
  )
}

export function givenWords(
  { given, sealed }: NonNullable<NonNullable<Preview['told']>['fork']>,
  begins: 'there' | 'anew',
): string {
  if (given === 0 && sealed === 0) return 'There are no earlier statements.'
  const words = `Everyone gets the ${given === 1 ? 'one earlier statement' : `${given} earlier statements`}.`
  if (sealed === 0) return words
  const left = begins === 'there' ? 'stay hidden until their round opens' : 'were hidden, and stay out'
  return `${words} ${sealed} ${left}.`
}

const goneWords = (gone: readonly string[]): string =>
  gone.length === 1
    ? `${gone.join()} was deleted. A new agent is created, unless you choose another.`
    : `${gone.join(', ')} were deleted. New agents are created, unless you choose others.`
