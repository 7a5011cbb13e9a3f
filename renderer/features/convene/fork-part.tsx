import { SafeText } from '../../components/safe-text.tsx'
import { Switch } from '../../components/switch.tsx'
import { placeWords } from '../../entities/gathering/gathering-words.ts'
import type { CircleDraft, ForkDraft } from './circle-draft.ts'
import type { Preview } from './use-preview.ts'
import css from './convene.module.css'

interface ForkPartProps {
  readonly draft: CircleDraft
  readonly fork: ForkDraft
  readonly preview: Preview
  readonly onChange: (more: Partial<CircleDraft>) => void
}

/** Of a fork: from where it goes on, what all are given of it, how it begins, and whether copies sit. */
export function ForkPart({ fork, preview, onChange }: ForkPartProps) {
  const told = preview.told?.fork ?? null
  const begins = fork.begins ?? told?.begins ?? 'there'
  const choose = (next: 'there' | 'anew') => onChange({ fork: { ...fork, begins: next } })
  return (
    <section className={css.forkPart} aria-label="The earlier circle">
      <p>
        Goes on from “<SafeText text={fork.topic} />” at <SafeText text={placeWords(fork.row)} />.{' '}
        {told && <span className="muted">{givenWords(told, begins)}</span>}
      </p>
      <div className="seg" role="group" aria-label="How it begins">
        <button
          type="button"
          data-word="Go on there"
          aria-pressed={begins === 'there'}
          onClick={() => choose('there')}
        >
          Go on there
        </button>
        <button
          type="button"
          data-word="A new breath"
          aria-pressed={begins === 'anew'}
          onClick={() => choose('anew')}
        >
          A new breath
        </button>
      </div>
      {told && !told.canGoOn && begins === 'anew' && (
        <small>
          This circle has no such place, or nothing is left after it: it begins with a new breath, and what
          was said is its past.
        </small>
      )}
      <Switch
        label="Copies of the agents sit; they themselves stay where they are"
        isOn={fork.copies}
        onTurn={(copies) => onChange({ fork: { ...fork, copies } })}
      />
      {fork.gone.length > 0 && (
        <small>
          <SafeText text={goneWords(fork.gone)} />
        </small>
      )}
    </section>
  )
}

/** What its members are given of the earlier circle. */
export function givenWords(
  { given, sealed }: NonNullable<NonNullable<Preview['told']>['fork']>,
  begins: 'there' | 'anew',
): string {
  if (given === 0 && sealed === 0) return 'Nothing had been said until then.'
  const words = `All are given the ${given === 1 ? 'one utterance' : `${given} utterances`} said until then.`
  if (sealed === 0) return words
  const left =
    begins === 'there' ? 'stay under seal until their round opens' : 'were under seal, and stay out'
  return `${words} ${sealed} ${left}.`
}

const goneWords = (gone: readonly string[]): string =>
  `${gone.length === 1 ? 'The tab' : 'The tabs'} of ${gone.join(', ')} ${gone.length === 1 ? 'is' : 'are'} gone: made anew here, unless you seat somebody else.`
