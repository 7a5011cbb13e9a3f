import type { Sent } from '../../../main/contract/links/links.ts'
import type { Entry } from '../../../main/contract/api/model.ts'
import { useFace } from '../../entities/agent/avatar.tsx'
import { Icon } from '../../components/icon.tsx'
import { Name } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import { showLink } from '../../state/view-store.ts'
import { authorOf } from '../../entities/link/link-words.ts'
import { Receipt } from '../../entities/message/receipt-view.tsx'
import css from './inset.module.css'
import { classes } from '../../components/classes.ts'

/** What the agent concluded went over a link: to whom, and what became of it there. */
export function CrossedLine({ entry }: { readonly entry: Entry }) {
  const { link } = entry
  const isKnown = useMirror((now) => link !== undefined && link in now.links)
  return (
    <div className={classes(css.sent, css.crossed)} data-part="crossed" data-n={entry.n}>
      <div className={css.line}>
        <Icon name="out" />
        <ul className={css.receivers}>
          {(entry.sent ?? []).map((sent) => (
            <Receiver key={sent.message} sent={sent} />
          ))}
        </ul>
        {isKnown && link !== undefined && (
          <button
            type="button"
            className="btn ghost"
            aria-label="Open link that it crossed"
            onClick={() => showLink(link)}
          >
            Open link
          </button>
        )}
      </div>
    </div>
  )
}

function Receiver({ sent }: { readonly sent: Sent }) {
  const name = useMirror((now) => now.agents[sent.to]?.name ?? sent.toName)
  const face = useFace(authorOf(sent.to), name)
  return (
    <li data-hue={face.hue} data-message={sent.message}>
      to <Name name={name} pigment /> · <Receipt id={sent.message} />
    </li>
  )
}
