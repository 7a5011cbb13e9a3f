import type { LinkId } from '../../../main/contract/links/links.ts'
import { useState } from 'react'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import { showLink } from '../../state/view-store.ts'
import { namesOf } from '../../entities/link/link-words.ts'
import { readMail } from '../../entities/message/mail-acts.ts'
import { MailRow } from './mail-row.tsx'
import { classes } from '../../components/classes.ts'
import css from './mailbox.module.css'

/** What paused links keep back: a line for each link; it goes on with the link. */
export function KeptRows({ kept }: { readonly kept: readonly PendingView[] }) {
  const links = [...new Set(kept.flatMap((one) => one.crossed?.link ?? []))]
  return (
    <ul data-part="kept-back">
      {links.map((link) => (
        <KeptLine key={link} link={link} messages={kept.filter((one) => one.crossed?.link === link)} />
      ))}
    </ul>
  )
}

interface KeptLineProps {
  readonly link: LinkId
  readonly messages: readonly PendingView[]
}

function KeptLine({ link, messages }: KeptLineProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const known = useMirror((now) => now.links[link])
  const names = useMirror((now) => (known ? namesOf(known, now.agents) : 'a link'))
  return (
    <>
      <li className={css.fold} data-part="fold">
        <button
          type="button"
          className={classes(css.words, 'grow')}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <Icon name={isUnfolded ? 'down' : 'right'} />
          <span className="clip">
            {messages.length} kept back: <SafeText text={names} /> is paused
          </span>
        </button>
        {known && (
          <button type="button" className="btn ghost" onClick={() => showLink(link)}>
            Show the link
          </button>
        )}
      </li>
      {isUnfolded &&
        messages.map((message) => (
          <MailRow
            key={message.id}
            message={message}
            place={null}
            room="none"
            isSaid={false}
            isCurrent
            isLifted={false}
            drop={null}
            onDo={readMail}
          />
        ))}
    </>
  )
}
