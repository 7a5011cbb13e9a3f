import type { UtteranceView } from '../../../main/contract/gatherings/gathering-views.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Menu } from '../../components/menu.tsx'
import { forkFrom } from '../../entities/gathering/gathering-acts.ts'
import type { Quote } from '../../state/quote.ts'
import { show, showReplay } from '../../state/view-store.ts'
import css from './replay.module.css'

const quoteOf = ({ text, name, agent, at }: UtteranceView): Quote => ({
  words: text,
  by: name,
  agent,
  at,
  message: null,
})

/** What can be done from a row: a fork that leaves the circle there, the replay at that step. */
export function RowActs({ row }: { readonly row: UtteranceView }) {
  return (
    <span className={css.rowActs}>
      <Menu
        label={visible(`From row ${row.n}, ${row.name}`)}
        items={[
          { label: 'Fork from here…', run: () => void forkFrom(row) },
          {
            label: 'Replay from here',
            run: () => showReplay({ gathering: row.gathering, step: row.n }),
          },
          ...(['send', 'ask'] as const).map((act) => ({
            label: act === 'send' ? 'Send to…' : 'Ask…',
            run: () => show({ kind: 'quote', act, quote: quoteOf(row) }),
            isApart: act === 'send',
          })),
        ]}
      >
        <Icon name="more" />
      </Menu>
    </span>
  )
}
