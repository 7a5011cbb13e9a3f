import { useState } from 'react'
import { isUnfinished, type TaskAction, type TaskView } from '../../../main/contract/tasks/tasks.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { takeLostFocus } from '../../components/focus.ts'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { toggled } from '../../components/toggled.ts'
import { SheetForm } from '../../components/sheet-form.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { TextField } from '../../entities/agent/fields.tsx'
import { useTasks } from '../../entities/task/use-tasks.ts'
import { act, errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import { newKey } from '../../state/view-store.ts'
import css from './tasks.module.css'

/** `task` null: a new one. */
type Page = { readonly kind: 'board' } | { readonly kind: 'form'; readonly task: TaskView | null }

const sections = [
  { title: 'Open', states: ['open'] },
  { title: 'Claimed', states: ['claimed'] },
  { title: 'Done or canceled', states: ['done', 'dropped'] },
] as const

export function TasksSheet({ onClose }: { readonly onClose: () => void }) {
  const { tasks, problem } = useTasks()
  const [page, setPage] = useState<Page>({ kind: 'board' })
  const [lastId, setLastId] = useState<string | null>(null)
  const back = () => setPage({ kind: 'board' })
  if (page.kind === 'form')
    return (
      <Dialog title={page.task ? 'Edit task' : 'New task'} onClose={onClose} onBack={back}>
        <TaskForm task={page.task} all={tasks ?? []} onDone={back} />
      </Dialog>
    )
  return (
    <Dialog title="Tasks" onClose={onClose}>
      <div className="sheet-body stack gap-6">
        {problem !== '' && <Problem text={problem} />}
        {tasks?.length === 0 && (
          <p className="muted">
            No tasks yet. Add one here, or let an agent add one; agents claim and finish them.
          </p>
        )}
        {sections.map(({ title, states }) => {
          const some = (tasks ?? []).filter(({ state }) => states.some((one) => one === state))
          return (
            some.length > 0 && (
              <section key={title} aria-label={title}>
                <h2 className={css.head}>
                  {title} <span className="num muted">{some.length}</span>
                </h2>
                <ul className="stack gap-5">
                  {some.map((task) => (
                    <TaskRow
                      key={task.id}
                      task={task}
                      all={tasks ?? []}
                      isLast={task.id === lastId}
                      onAct={() => setLastId(task.id)}
                      onEdit={() => {
                        setLastId(task.id)
                        setPage({ kind: 'form', task })
                      }}
                    />
                  ))}
                </ul>
              </section>
            )
          )
        })}
      </div>
      <footer>
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
        <Button
          variant="primary"
          ref={lastId === null ? takeLostFocus : undefined}
          onClick={() => {
            setLastId(null)
            setPage({ kind: 'form', task: null })
          }}
        >
          New task…
        </Button>
      </footer>
    </Dialog>
  )
}

function actionsOf({ state, waiting, ownerId }: TaskView): readonly (readonly [TaskAction, string])[] {
  if (state === 'done' || state === 'dropped') return [['reopen', 'Reopen']]
  const claim = state === 'open' && waiting.length === 0 ? ([['claim', 'Claim']] as const) : []
  const release =
    state === 'claimed' ? ([['release', ownerId === 'user' ? 'Give back' : 'Take back']] as const) : []
  const finish = waiting.length === 0 ? ([['finish', 'Finish']] as const) : []
  return [...claim, ...release, ...finish, ['drop', 'Cancel task']]
}

const stateWords = { open: 'open', claimed: 'claimed by', done: 'done by', dropped: 'canceled by' } as const

interface RowProps {
  readonly task: TaskView
  readonly all: readonly TaskView[]
  /** The user has just changed it. */
  readonly isLast: boolean
  readonly onAct: () => void
  readonly onEdit: () => void
}

function TaskRow({ task, all, isLast, onAct, onEdit }: RowProps) {
  const { id, title, detail, state, owner, assignee, result, addedBy, waiting, releasedBecause, source } =
    task
  // No agent can have the user's name.
  const user = useMirror((now) => now.status?.user ?? '')
  const nameOf = (name: string) => (name === user ? 'you' : name)
  const name = visible(title)
  const waits = all.filter((one) => waiting.includes(one.id)).map((one) => `“${visible(one.title)}”`)
  return (
    <li
      className="stack gap-2 break-anywhere"
      data-part="task"
      tabIndex={-1}
      ref={isLast ? takeLostFocus : undefined}
    >
      <div>
        <b dir="auto">
          <SafeText text={title} />
        </b>
        {detail !== '' && (
          <p className={css.detail} dir="auto">
            <SafeText text={detail} />
          </p>
        )}
        {result !== '' && (
          <p className={css.detail} dir="auto">
            Result: <SafeText text={result} />
          </p>
        )}
        <p className="small muted">
          <SafeText
            text={[
              ...(state === 'open' ? [] : [`${stateWords[state]} ${nameOf(owner)}`]),
              `added by ${nameOf(addedBy)}${source === null ? '' : `, from a ${source.kind}`}`,
              ...(state === 'open' && assignee !== ''
                ? [`for ${assignee === 'user' ? 'you' : assignee}`]
                : []),
              ...(waits.length > 0 ? [`waits for ${waits.join(', ')}`] : []),
              ...(releasedBecause === '' ? [] : [releasedBecause]),
            ].join(' · ')}
          />
        </p>
      </div>
      <div className="acts">
        {isUnfinished(task) && (
          <Button variant="ghost" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit…
          </Button>
        )}
        {actionsOf(task).map(([action, label]) => (
          <Button
            key={action}
            variant={action === 'drop' ? 'ghost' : undefined}
            aria-label={`${label} ${name}`}
            onClick={() => {
              onAct()
              void act('tasks.change', { id, action })
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  )
}

interface FormProps {
  readonly task: TaskView | null
  readonly all: readonly TaskView[]
  readonly onDone: () => void
}

function TaskForm({ task, all, onDone }: FormProps) {
  const [title, setTitle] = useState(task?.title ?? '')
  const [detail, setDetail] = useState(task?.detail ?? '')
  const [assignee, setAssignee] = useState(task?.assignee ?? '')
  const agents = useMirror((now) => now.agents)
  const [waitsFor, setWaitsFor] = useState<readonly string[]>(task?.waiting ?? [])
  const [problem, setProblem] = useState('')
  const [idempotencyKey] = useState(newKey)
  const others = all.filter((one) => isUnfinished(one) && one.id !== task?.id)
  const names = Object.values(agents).flatMap(({ name, closed }) => (closed ? [] : [name]))
  const known = ['', 'user', ...names].includes(assignee) ? names : [assignee, ...names]
  const choices = [
    { value: '', name: 'Anyone' },
    { value: 'user', name: 'You' },
    ...known.map((name) => ({ value: name, name: visible(name) })),
  ]
  const save = () => {
    const words = {
      title,
      detail,
      waitsFor: waitsFor.filter((id) => others.some((one) => one.id === id)),
      ...(assignee === task?.assignee ? {} : { assignee }),
    }
    const asked = task
      ? ask('tasks.change', { id: task.id, ...words })
      : ask('tasks.add', { ...words, idempotencyKey })
    asked.then(onDone, (error: unknown) => setProblem(errorWords(error)))
  }
  return (
    <SheetForm
      act={task ? 'Save' : 'Add'}
      problem={problem}
      isSent={title.trim() === ''}
      onSubmit={save}
      onClose={onDone}
    >
      <TextField label="Title" value={title} onChange={setTitle} isFirst />
      <TextAreaField label="Details" rows={4} value={detail} onChange={setDetail} />
      <SelectField label="For" value={assignee} onChange={setAssignee} choices={choices} />
      {others.length > 0 && (
        <fieldset className={css.waits}>
          <legend className="label">Waits for</legend>
          {others.map((one) => (
            <label key={one.id} className="inline-row gap-3 break-anywhere">
              <input
                type="checkbox"
                checked={waitsFor.includes(one.id)}
                onChange={() => setWaitsFor(toggled(waitsFor, one.id))}
              />
              <SafeText text={one.title} />
            </label>
          ))}
        </fieldset>
      )}
    </SheetForm>
  )
}
