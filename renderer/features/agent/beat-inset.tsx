import { useState } from 'react'
import type { Entry } from '../../../main/contract/model.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { intentIcons, intentWords } from '../../entities/timer/timer-words.ts'
import { useClamped } from '../../components/use-clamped.ts'
import './inset.css'

/** Words beyond this do not show in three lines, and are not laid out. */
const previewLength = 600

/** What a timer put before the agent: its own note, and what was attached. */
export function BeatInset({ entry }: { readonly entry: Entry }) {
  const [isOpen, setOpen] = useState(false)
  const word = entry.intent === undefined ? 'Timer' : intentWords[entry.intent]
  const [preview, isClamped] = useClamped(isOpen)
  const isLong = isOpen || isClamped || entry.text.length > previewLength
  return (
    <section
      className="inset block beat"
      data-n={entry.n}
      data-intent={entry.intent}
      aria-label={`Timer: ${word}`}
    >
      <header>
        <Icon name={entry.intent === undefined ? 'hour' : intentIcons[entry.intent]} />
        <span className="kind">{word}</span>
        <span className="num arrival">
          timer · <At at={entry.at} />
        </span>
        <span className="grow" />
        {isLong && (
          <button type="button" className="btn ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Fold' : 'Unfold'}
          </button>
        )}
      </header>
      <p ref={preview} dir="auto" className={isOpen ? 'said whole' : 'preview'}>
        <SafeText text={isOpen ? entry.text : entry.text.slice(0, previewLength)} />
      </p>
    </section>
  )
}
