import type { GatheringPreview } from '../../../main/contract/gatherings/gathering-views.ts'
import { spanWords } from '../../components/duration.ts'
import { visible } from '../../components/hygiene.ts'
import { useMirror } from '../../state/store.ts'
import { costWords, rangeWords } from '../../entities/gathering/plan-words.ts'
import css from './plan-summary.module.css'

/** What the gathering may take; dashes until main has said. */
export function Estimate({ told }: { readonly told: GatheringPreview | null }) {
  const isRehearsal = useMirror((now) => now.status?.rehearsal === true)
  const rows: readonly (readonly [string, string])[] = [
    ['Turns', told ? String(told.turns) : '–'],
    ['Model turns, likely', told ? rangeWords(told.modelTurns.likely) : '–'],
    ['Model turns, at most', told ? String(told.modelTurns.most) : '–'],
    ['Time, at most', told ? spanWords(told.time, Math.ceil) : '–'],
    ['Cost, likely', told ? costWords(told.cost, isRehearsal) : '–'],
  ]
  return (
    <section className="field" aria-label="What it may take">
      <span className="label">What it may take</span>
      <dl className={css.kv}>
        {rows.map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <KeptIn told={told} />
    </section>
  )
}

/** Where its harvest will lie. */
function KeptIn({ told }: { readonly told: GatheringPreview | null }) {
  return (
    <p className={css.keptIn}>
      <span>The harvest is kept in</span> {told ? <KeptWhere folder={told.keptIn} /> : '–'}
    </p>
  )
}

const KeptWhere = ({ folder }: { readonly folder: string | null }) =>
  folder === null ? 'Janus’s own folder' : <code dir="ltr">{visible(folder)}</code>
