import { saidAtOf } from '../../../main/contract/api/entry-time.ts'
import type { Entry } from '../../../main/contract/api/model.ts'
import { Icon } from '../../components/icon.tsx'
import { At } from '../../components/time.tsx'
import { intentIcons, intentWords } from '../../entities/timer/timer-words.ts'
import { Inset } from './inset.tsx'
import css from './inset.module.css'

/** What a timer put before the agent: its own note, and what was attached. */
export function BeatInset({ entry }: { readonly entry: Entry }) {
  const word = entry.intent === undefined ? 'Timer' : intentWords[entry.intent]
  return (
    <Inset
      entry={entry}
      label={`Timer: ${word}`}
      plain={3}
      head={
        <>
          <Icon name={entry.intent === undefined ? 'hour' : intentIcons[entry.intent]} />
          <span className={css.kind}>{word}</span>
          <span className="num">
            timer · <At at={saidAtOf(entry)} />
          </span>
        </>
      }
    />
  )
}
