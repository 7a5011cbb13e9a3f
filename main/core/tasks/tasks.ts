import { isUnfinished, taskCounts, taskLengths, type Task, type TaskId } from '../../contract/tasks/tasks.ts'
import type { Extension } from '../extensions.ts'
import { refuse } from '../mail/mailbox.ts'
import type { Answer, EventOf } from '../step/events.ts'
import type { Step } from '../step/step.ts'
import { doesWaitFor, unfinishedCount, waitsOf } from './waits.ts'
import { endClaims, isForOther, isSame, timesOfClaims } from './claims.ts'

type Changed = EventOf<'task.changed'>

/** The shared list of tasks. It sends nothing to agents: they look at it themselves. */
export const tasks: Extension = {
  commands: { 'task.added': addTask, 'task.changed': changeTask },
  // Only at the end is it known which turns this step begins.
  after: endClaims,
  timesOfState: timesOfClaims,
}

function addTask(step: Step, event: EventOf<'task.added'>): Answer {
  const { by, byName, title, detail, waitsFor, assignee, source, idempotencyKey } = event
  const known = [...step.tasks.values()].find(
    (one) => idempotencyKey !== null && one.idempotencyKey === idempotencyKey && isSame(one.added.by, by),
  )
  if (known) return { kind: 'task', task: known }
  if (unfinishedCount(step) >= taskCounts.unfinished) return tooMany()
  const at = step.now
  const id = step.ids.next('tsk')
  const changedBy = { by, name: byName }
  const task: Task = {
    id,
    title: title.trim(),
    detail,
    waitsFor: [...new Set(waitsFor)],
    assignee,
    source,
    idempotencyKey,
    state: 'open',
    stateAt: at,
    owner: null,
    result: '',
    lapsed: null,
    added: { ...changedBy, at },
    changedBy,
  }
  return problemOf(step, task) ?? written(step, task)
}

/** Edits a task, then applies the action; all or nothing. */
function changeTask(step: Step, event: Changed): Answer {
  const { by, byName, action, result = '', assignee: newAssignee } = event
  const task = step.tasks.get(event.task)
  if (!task) return unknown(event.task)
  const isKnown = (id: TaskId): boolean => step.tasks.has(id)
  const { title = task.title, detail = task.detail, waitsFor = task.waitsFor.filter(isKnown) } = event
  const changedBy = { by, name: byName }
  const assignee = newAssignee === undefined ? task.assignee : newAssignee
  const words = { title: title.trim(), detail, waitsFor: [...new Set(waitsFor)], assignee }
  const edited: Task = { ...task, ...words, changedBy }
  const isEdited = [event.title, event.detail, event.waitsFor, newAssignee].some((one) => one !== undefined)
  if (by.kind === 'agent' && (isEdited || action === 'drop' || action === 'reopen'))
    return refuse(
      'not_allowed',
      'Only the user edits, drops and reopens tasks. Add another one, or ask your user.',
    )
  if (isEdited && !isUnfinished(task))
    return refuse('wrong_state', `This task is ${task.state}. Reopen it first.`)
  const problem = (isEdited ? problemOf(step, edited) : null) ?? actionProblem(step, edited, event)
  if (problem) return problem
  // Claiming one's own task again keeps the time of the claim.
  if (action === 'claim' && task.state === 'claimed' && !isEdited) return { kind: 'task', task }
  const changed = action === undefined ? edited : after(edited, action, { at: step.now, result })
  if (action === 'finish' && by.kind === 'agent')
    step.announce('task.finished', { agent: by.id, task: changed })
  return written(step, changed)
}

function after(
  task: Task,
  action: NonNullable<Changed['action']>,
  { at: stateAt, result }: { readonly at: number; readonly result: string },
): Task {
  const owner = task.changedBy
  switch (action) {
    case 'claim':
      return { ...task, state: 'claimed', stateAt, owner, lapsed: null }
    case 'finish':
      return { ...task, state: 'done', stateAt, owner, result }
    case 'drop':
      return { ...task, state: 'dropped', stateAt, owner }
    case 'release':
    case 'reopen':
      return { ...task, state: 'open', stateAt, owner: null, result: '' }
  }
}

function actionProblem(step: Step, task: Task, { action, by }: Changed): Answer | null {
  const { state, owner } = task
  if (action === undefined) return null
  if (action === 'reopen') {
    if (isUnfinished(task)) return refuse('wrong_state', 'This task is not done or dropped.')
    return unfinishedCount(step) < taskCounts.unfinished ? problemOf(step, task) : tooMany()
  }
  if (!isUnfinished(task)) return refuse('wrong_state', `This task is ${state} already.`)
  if (action === 'drop') return null
  const isMine = state === 'claimed' && task.owner !== null && isSame(task.owner.by, by)
  if (action === 'claim') {
    if (state === 'claimed' && !isMine)
      return refuse('wrong_state', `${owner?.name ?? 'Somebody'} has claimed this task. Choose another.`)
    return isForOther(step, task, by)
      ? refuse('not_allowed', 'This task is for somebody else. Choose another.')
      : waitProblem(step, task)
  }
  if (action === 'release' && state === 'open') return refuse('wrong_state', 'Nobody has claimed this task.')
  if (by.kind === 'agent' && !isMine)
    return refuse(
      'not_allowed',
      'This task is not yours: claim_task first, unless another agent has claimed it.',
    )
  return action === 'finish' ? waitProblem(step, task) : null
}

function problemOf(step: Step, { id, title, detail, waitsFor }: Task): Answer | null {
  if (title === '') return refuse('bad_request', 'A task needs a title.')
  if (title.length > taskLengths.title || detail.length > taskLengths.detail)
    return refuse(
      'bad_request',
      `A title has at most ${String(taskLengths.title)} characters, its detail ${String(taskLengths.detail)}.`,
    )
  if (waitsFor.length > taskCounts.waits)
    return refuse('bad_request', `A task waits for at most ${String(taskCounts.waits)} others.`)
  if (waitsFor.includes(id)) return refuse('bad_request', 'A task cannot wait for itself.')
  const missing = waitsFor.find((one) => !step.tasks.has(one))
  if (missing !== undefined) return unknown(missing)
  if (waitsFor.some((one) => doesWaitFor(step, one, id)))
    return refuse('bad_request', 'These tasks would wait for each other in a circle.')
  return null
}

function waitProblem(step: Step, task: Task): Answer | null {
  const [first] = waitsOf(step, task)
  return first
    ? refuse('wrong_state', `This task waits for ${first.id}, "${first.title}", which is not done.`)
    : null
}

const tooMany = (): Answer =>
  refuse('too_many', `There are ${String(taskCounts.unfinished)} unfinished tasks. Finish or drop one first.`)

const unknown = (id: string): Answer =>
  refuse('not_found', `There is no task ${JSON.stringify(id.slice(0, 40))}. The list of tasks has their ids.`)

function written(step: Step, task: Task): Answer {
  step.task(task, true)
  forgetEnded(step)
  return { kind: 'task', task }
}

/**
 * Keeps the newest ended tasks. An unfinished task may name a forgotten one, since it no longer waits for it.
 */
function forgetEnded(step: Step): void {
  const ended = [...step.tasks.values()]
    .filter((one) => !isUnfinished(one))
    .sort((a, b) => b.stateAt - a.stateAt)
  for (const old of ended.slice(taskCounts.ended)) step.task(old, false)
}
