import type { MessageId } from '../../../main/contract/api/model.ts'
import { classes } from '../../components/classes.ts'
import { Icon } from '../../components/icon.tsx'
import { PriorityRow, RowMenu, Yields } from '../../components/priority-row.tsx'
import { PaneButton } from '../../components/pane-button.tsx'
import { Pane } from '../../components/pane.tsx'
import { Problem } from '../../components/problem.tsx'
import { leadBeside } from '../../state/pane-acts.ts'
import { leave } from '../../state/view-store.ts'
import { Conversation, Taking, useThreadOf } from './thread-panel.tsx'
import css from './thread.module.css'

/** A whole conversation between agents as a pane of its own. */
export function ThreadPane({ id }: { readonly id: MessageId }) {
  const { thread, problem } = useThreadOf(id)
  const of = { kind: 'thread', id } as const
  return (
    <Pane label="Conversation between agents">
      <PriorityRow as="header" className="head">
        <Icon name="talk" />
        <h1 data-name="">Conversation</h1>
        <span className="grow" data-elastic="" />
        <Yields at={1}>
          <Taking id={id} />
        </Yields>
        <button type="button" className="btn ghost" onClick={() => leave(of)}>
          Close
        </button>
        <RowMenu label="Actions for the conversation" />
        <Yields at={2}>
          <PaneButton />
        </Yields>
      </PriorityRow>
      <div className={css.inPane}>
        {thread !== null && <Conversation thread={thread} wanted={id} onClose={() => leadBeside(of)} />}
        {problem !== '' && (
          <div className={classes('sheet-body', css.thread)} data-part="thread">
            <Problem text={problem} />
          </div>
        )}
      </div>
    </Pane>
  )
}
