import { openAgents, mirror } from '../../state/store.ts'
import type { MenuItem } from '../../components/menu.tsx'
import { visible } from '../../components/hygiene.ts'
import type { Quote } from '../../state/quote.ts'
import { focused } from '../../state/panes.ts'
import { show, view } from '../../state/view-store.ts'

/** What can be done with words that somebody said. */
export function quoteItems(quote: Quote): readonly MenuItem[] {
  const { message, by } = quote
  return [
    { label: 'Send to…', run: () => show({ kind: 'quote', act: 'send', quote }) },
    { label: 'Ask…', run: () => show({ kind: 'quote', act: 'ask', quote }) },
    { label: 'Gather about this…', run: () => gather(quote) },
    ...(message === null
      ? []
      : [
          {
            label: `Reply to ${by === '' ? 'this' : visible(by)}…`,
            run: () => show({ kind: 'quote', act: 'reply', quote }),
            isApart: true,
          },
          { label: 'Show conversation', run: () => show({ kind: 'thread', message }) },
        ]),
  ]
}

/** The start sheet, about these words. */
function gather({ agent, words }: Quote) {
  const around = agent ?? focused(view.getState().panes).tab ?? openAgents(mirror.getState())[0]?.id
  show({ kind: 'convene', ...(around ? { around: { agent: around, words } } : {}) })
}
