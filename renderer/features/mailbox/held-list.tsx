import { useState } from 'react'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { Hold } from '../../../main/contract/mail/messages.ts'
import { act } from '../../state/act.ts'
import { Icon } from '../../components/icon.tsx'
import { useView } from '../../state/view-store.ts'
import { HeldRow } from './held-row.tsx'
import { holdWays, type HoldWays } from '../../entities/message/mail-order.ts'
import { classes } from '../../components/classes.ts'
import css from './mailbox.module.css'

interface HeldListProps {
  readonly agent: AgentView
  readonly held: readonly PendingView[]
}

/** More than so many fold into one line, so that they never hide what waits in turn. */
const few = 2

/** What the person must decide. What was called for, from the tray or by a key, is unfolded. */
export function HeldList({ agent, held }: HeldListProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const called = useView((now) => (now.call?.agent === agent.id ? now.call.card : null))
  if (!isUnfolded && called !== null && held.some((one) => one.id === called)) setUnfolded(true)
  const folds = held.length > few
  return (
    <>
      <h2 className={folds ? css.fold : undefined} data-part={folds ? 'fold' : undefined}>
        {folds ? (
          <button
            type="button"
            className={classes(css.words, 'grow')}
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            <Icon name={isUnfolded ? 'down' : 'right'} />
            {held.length} held, until you say so
          </button>
        ) : (
          <span className="grow">Held until you say so</span>
        )}
        {!folds && held.length > 1 && <span className="num">{held.length}</span>}
      </h2>
      {kindsOf(held, agent.name)
        // The person's own words go on at one click, folded or not.
        .filter(({ key }) => isUnfolded || !folds || key === 'interrupted')
        .map((kind) => (
          <KindActs key={kind.key} kind={kind} />
        ))}
      {(isUnfolded || !folds) && (
        <ul>
          {held.map((message) => (
            <HeldRow key={message.id} agent={agent} message={message} />
          ))}
        </ul>
      )}
    </>
  )
}

/** Answers all that are held for the same reason. */
function KindActs({ kind }: { readonly kind: HeldKind }) {
  const [isSent, setSent] = useState(false)
  const say = async (how: 'messages.release' | 'messages.drop' | 'messages.withdraw') => {
    setSent(true)
    for (const { id } of kind.messages) if (!(await act(how, { id }))) break
    setSent(false)
  }
  return (
    <div className={css.heldKind}>
      <span className="grow">{kind.words}</span>
      <span className="acts">
        <button type="button" className="btn" disabled={isSent} onClick={() => void say('messages.release')}>
          {kind.release}
        </button>
        <button type="button" className="btn" disabled={isSent} onClick={() => void say(kind.end.by)}>
          {kind.end.label}
        </button>
      </span>
    </div>
  )
}

/** Several messages that are held for the same reason, and can be answered together. */
export interface HeldKind {
  readonly key: string
  readonly messages: readonly PendingView[]
  /** "6 stopped by the loop guard". */
  readonly words: string
  readonly release: string
  readonly end: HoldWays['end']
}

const why: Readonly<Record<Hold, string>> = {
  loop: 'stopped by the loop guard',
  policy: 'wait for your click',
  consent: 'from those who may not write yet',
  interrupted: 'wait since you interrupted',
  paused: 'kept back by a paused link',
  handler: 'held by your handlers',
  answering: 'being answered by your handlers',
  restored: 'waited in the backup',
}

/** Where "all" does not stand at the end. */
const allAgain: Partial<Readonly<Record<Hold, string>>> = {
  interrupted: 'Go on with them',
  restored: 'Send all again',
  handler: 'Hand all over',
}

/** What is held, by why: the kinds of which there is more than one. Consent is given to one pair at a time. */
export function kindsOf(held: readonly PendingView[], agent: string): readonly HeldKind[] {
  return (['loop', 'policy', 'handler', 'interrupted', 'restored'] as const).flatMap((hold) => {
    const messages = held.filter((one) => (one.hold ?? 'interrupted') === hold)
    if (messages.length < 2) return []
    const { release, end } = holdWays(hold, '', agent)
    return [
      {
        key: hold,
        messages,
        words: `${messages.length} ${why[hold]}`,
        release: allAgain[hold] ?? `${release} all`,
        end: { ...end, label: `${end.label} all` },
      },
    ]
  })
}
