import { useState, type FormEvent } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { Name } from '../../components/safe-text.tsx'
import { act, errorWords } from '../../state/act.ts'
import { useMirrorList, openAgents } from '../../state/store.ts'
import { SheetForm } from '../../components/sheet-form.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { toggled } from '../../components/toggled.ts'
import css from './groups.module.css'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Problem } from '../../components/problem.tsx'
import { TextField } from '../../entities/agent/fields.tsx'
import { refusedBy, wordsAt } from '../../entities/agent/refusals.ts'
import { useRefused } from '../../entities/agent/use-refused.ts'
import { ask } from '../../state/connection.ts'
import type { BroadcastSent } from '../../../main/contract/mail/mail-views.ts'
import { takeFocus } from '../../components/focus.ts'
import { newKey, toast } from '../../state/view-store.ts'

type Page =
  | { readonly kind: 'list' }
  | { readonly kind: 'form'; readonly group: Group | null }
  | { readonly kind: 'write'; readonly to: string }

interface GroupsSheetProps {
  /** Group to write to at once; null: show the list. */
  readonly write: string | null
  readonly onClose: () => void
}

export function GroupsSheet({ write, onClose }: GroupsSheetProps) {
  const agents = useMirrorList(openAgents)
  const groups = groupsIn(agents)
  const [page, setPage] = useState<Page>(write === null ? { kind: 'list' } : { kind: 'write', to: write })
  const back = () => setPage({ kind: 'list' })
  if (page.kind === 'write')
    return (
      <Dialog title={page.to === 'all' ? 'Write to all' : `Write to ${visible(page.to)}`} onClose={onClose}>
        <WriteToMany to={page.to} onDone={onClose} />
      </Dialog>
    )
  if (page.kind === 'form')
    return (
      <Dialog
        title={page.group ? `Group ${visible(page.group.name)}` : 'New group'}
        onClose={onClose}
        onBack={back}
      >
        <GroupForm group={page.group} agents={agents} onDone={back} />
      </Dialog>
    )
  return (
    <Dialog title="Groups" onClose={onClose}>
      <div className="sheet-body">
        <ul className="stack gap-5" aria-label="Groups">
          <li className="row gap-3 wrap break-anywhere">
            <span className={css.who}>
              <b>All</b> <span className="muted">agents with an open tab</span>
            </span>
            <Button onClick={() => setPage({ kind: 'write', to: 'all' })}>Write to all</Button>
          </li>
          {groups.map((group) => (
            <GroupRow key={group.name} group={group} onPage={setPage} />
          ))}
        </ul>
      </div>
      <footer>
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
        <Button
          variant="primary"
          disabled={agents.length === 0}
          onClick={() => setPage({ kind: 'form', group: null })}
        >
          New group…
        </Button>
      </footer>
    </Dialog>
  )
}

function GroupRow({ group, onPage }: { readonly group: Group; readonly onPage: (page: Page) => void }) {
  const name = visible(group.name)
  return (
    <li className="row gap-3 wrap break-anywhere">
      <span className={css.who}>
        <b>
          <Name name={group.name} />
        </b>{' '}
        <span className="muted">{group.members.map((one) => visible(one.name)).join(', ')}</span>
      </span>
      <Button aria-label={`Write to ${name}`} onClick={() => onPage({ kind: 'write', to: group.name })}>
        Write
      </Button>
      <Button aria-label={`Change ${name}`} onClick={() => onPage({ kind: 'form', group })}>
        Change…
      </Button>
      <Button
        variant="ghost"
        aria-label={`Delete ${name}`}
        onClick={() => void act('groups.delete', { group: group.name })}
      >
        Delete
      </Button>
    </li>
  )
}

interface GroupFormProps {
  /** Null: a new one. */
  readonly group: Group | null
  readonly agents: readonly AgentView[]
  readonly onDone: () => void
}

interface Fields {
  readonly name: string
  readonly members: AgentId[]
}

function GroupForm({ group, agents, onDone }: GroupFormProps) {
  const [fields, setFields] = useState<Fields>({
    name: group?.name ?? '',
    members: group?.members.map(({ id }) => id) ?? [],
  })
  const { name, members } = fields
  const [refused, refuse] = useRefused(fields)
  const keep = (event: FormEvent) => {
    event.preventDefault()
    const asked = group ? ask('groups.change', { group: group.name, ...fields }) : ask('groups.make', fields)
    asked.then(onDone, (error: unknown) => refuse(refusedBy(error)))
  }
  return (
    <form onSubmit={keep}>
      <div className="sheet-body">
        {wordsAt(refused, null) !== '' && <Problem text={wordsAt(refused, null)} />}
        <TextField
          label="Name"
          value={name}
          onChange={(changed) => setFields((now) => ({ ...now, name: changed }))}
          problem={wordsAt(refused, 'name')}
          hint="Agents can write to it by this name"
          isFirst
        />
        <fieldset className={css.members}>
          <legend className="label">Members</legend>
          {agents.map((agent) => (
            <label key={agent.id} className="inline-row gap-3">
              <input
                type="checkbox"
                checked={members.includes(agent.id)}
                onChange={() => setFields({ name, members: [...toggled(members, agent.id)] })}
              />
              <Name name={agent.name} />
            </label>
          ))}
        </fieldset>
      </div>
      <footer>
        <Button variant="ghost" onClick={onDone}>
          Back
        </Button>
        <Button type="submit" variant="primary" disabled={members.length === 0}>
          {group ? 'Save' : 'Create'}
        </Button>
      </footer>
    </form>
  )
}

function WriteToMany({ to, onDone }: { readonly to: string; readonly onDone: () => void }) {
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState('')
  const [key] = useState(newKey)
  const send = () => {
    ask('messages.broadcast', { group: to, message, idempotencyKey: key }).then(
      ({ sent }) => {
        toast(sentWords(sent))
        onDone()
      },
      (error: unknown) => setProblem(errorWords(error)),
    )
  }
  return (
    <SheetForm act="Send" problem={problem} isSent={message.trim() === ''} onSubmit={send} onClose={onDone}>
      <TextAreaField
        label="Message"
        ref={takeFocus}
        rows={5}
        value={message}
        onChange={setMessage}
        hint="Each member gets the message"
      />
    </SheetForm>
  )
}

function sentWords(sent: readonly BroadcastSent[]): string {
  const lost = sent.filter(({ delivered }) => !delivered)
  const words = `Sent to ${String(sent.length - lost.length)} of ${String(sent.length)} agents.`
  return lost.length === 0 ? words : `${words} Not to ${lost.map((one) => visible(one.to)).join(', ')}.`
}

interface Group {
  readonly name: string
  readonly members: readonly AgentView[]
}

export function groupsIn(agents: readonly AgentView[]): readonly Group[] {
  const names = [...new Set(agents.flatMap(({ groups }) => groups))].sort((a, b) => a.localeCompare(b))
  return names.map((name) => ({ name, members: agents.filter(({ groups }) => groups.includes(name)) }))
}
