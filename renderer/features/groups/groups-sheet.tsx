import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { Name } from '../../components/safe-text.tsx'
import { act } from '../../state/act.ts'
import { useMirrorList, openAgents } from '../../state/store.ts'
import { GroupForm } from './group-form.tsx'
import { groupsIn, type Group } from './groups.ts'
import { WriteToMany } from './write-to-many.tsx'
import css from './groups.module.css'

/** What the sheet shows: the list, a group that is made or changed, or words to one. */
type Page =
  | { readonly kind: 'list' }
  | { readonly kind: 'form'; readonly group: Group | null }
  | { readonly kind: 'write'; readonly to: string }

interface GroupsSheetProps {
  /** To whom one writes at once; null: the list. */
  readonly write: string | null
  readonly onClose: () => void
}

/** Named sets of agents: made, changed, deleted here, and written to. */
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
      <Dialog title={page.group ? `Group ${visible(page.group.name)}` : 'New group'} onClose={onClose}>
        <GroupForm group={page.group} agents={agents} onDone={back} />
      </Dialog>
    )
  return (
    <Dialog title="Groups" onClose={onClose}>
      <div className="sheet-body">
        <ul className={css.list} aria-label="Groups">
          <li>
            <span className={css.who}>
              <b>All</b> <span className="muted">everybody with an open tab</span>
            </span>
            <button type="button" className="btn" onClick={() => setPage({ kind: 'write', to: 'all' })}>
              Write to all
            </button>
          </li>
          {groups.map((group) => (
            <GroupRow key={group.name} group={group} onPage={setPage} />
          ))}
        </ul>
      </div>
      <footer>
        <button type="button" className="btn ghost" onClick={onClose}>
          Close
        </button>
        <button
          type="button"
          className="btn primary"
          disabled={agents.length === 0}
          onClick={() => setPage({ kind: 'form', group: null })}
        >
          New group…
        </button>
      </footer>
    </Dialog>
  )
}

function GroupRow({ group, onPage }: { readonly group: Group; readonly onPage: (page: Page) => void }) {
  const name = visible(group.name)
  return (
    <li>
      <span className={css.who}>
        <b>
          <Name name={group.name} />
        </b>{' '}
        <span className="muted">{group.members.map((one) => visible(one.name)).join(', ')}</span>
      </span>
      <button
        type="button"
        className="btn"
        aria-label={`Write to ${name}`}
        onClick={() => onPage({ kind: 'write', to: group.name })}
      >
        Write
      </button>
      <button
        type="button"
        className="btn"
        aria-label={`Change ${name}`}
        onClick={() => onPage({ kind: 'form', group })}
      >
        Change…
      </button>
      <button
        type="button"
        className="btn ghost"
        aria-label={`Delete ${name}`}
        onClick={() => void act('groups.delete', { group: group.name })}
      >
        Delete
      </button>
    </li>
  )
}
