import { z } from 'zod'
import { taskCounts, taskLengths, type TaskView } from '../../main/contract/tasks/tasks.ts'
import { presentFields, type Tool } from '../shared/tool.ts'

const task_id = z.string().min(1).max(40).describe('tsk-…')
const one = { task_id }

const added = {
  title: z.string().min(1).max(taskLengths.title),
  detail: z.string().max(taskLengths.detail).optional(),
  waits_for: z.array(z.string().max(40)).max(taskCounts.waits).optional(),
}

/** Adds a task to the shared list. */
export const addTask: Tool<typeof added> = {
  name: 'add_task',
  description: 'Adds a task to the list that agents and your user share.',
  readOnly: false,
  isRare: true,
  input: added,
  async call(ask, { waits_for: waitsFor, ...words }, call) {
    const task = await ask('tasks.add', { ...words, waitsFor, idempotencyKey: call.key }, call)
    return answer(task, 'It is open for anyone: claim_task takes it.')
  },
}

/** Shows the unfinished tasks. */
export const listTasks: Tool<Record<never, never>> = {
  name: 'list_tasks',
  description: 'Lists the unfinished tasks of that list.',
  readOnly: true,
  isRare: true,
  input: {},
  async call(ask) {
    const all = await ask('tasks.list', {})
    const tasks = all.filter(({ state }) => state === 'open' || state === 'claimed')
    const hint = tasks.length === 0 ? 'There are no unfinished tasks.' : 'claim_task takes an open one.'
    return { fields: { tasks: tasks.map(fieldsOf), hint }, text: [...tasks.map(lineOf), hint].join('\n') }
  },
}

/** Claims a task for the agent that calls. */
export const claimTask: Tool<typeof one> = {
  name: 'claim_task',
  description: 'Takes an open task for you alone.',
  readOnly: false,
  isRare: true,
  input: one,
  async call(ask, { task_id: id }, call) {
    const task = await ask('tasks.change', { id, action: 'claim' }, call)
    return answer(task, 'It is yours: finish_task when it is done.')
  },
}

const finished = { task_id, give_back: z.boolean().optional().describe('Not done') }

/** Ends the caller's claim of a task. */
export const finishTask: Tool<typeof finished> = {
  name: 'finish_task',
  description: 'Marks a task that you have claimed as done.',
  readOnly: false,
  isRare: true,
  input: finished,
  async call(ask, { task_id: id, give_back: isBack }, call) {
    const task = await ask('tasks.change', { id, action: isBack ? 'release' : 'finish' }, call)
    return answer(task, isBack ? 'It is open again.' : 'Tasks that waited for it may be claimed now.')
  },
}

const answer = (task: TaskView, hint: string) => ({
  fields: { ...fieldsOf(task), hint },
  text: `${lineOf(task)}\n${hint}`,
})

function fieldsOf({ id, title, detail, state, owner, waiting, source, addedBy, lapsed }: TaskView) {
  const more = presentFields({ detail, owner, source: source?.id, lapsed })
  return {
    task_id: id,
    title,
    state,
    ...more,
    ...(waiting.length > 0 ? { waits_for: waiting } : {}),
    added_by: addedBy,
  }
}

function lineOf({ id, title, state, owner, waiting }: TaskView): string {
  const by = owner === '' ? '' : ` by ${JSON.stringify(owner)}`
  return `- ${id}, ${state}${by}: ${title}${waiting.length > 0 ? ` (waits for ${waiting.join(', ')})` : ''}`
}
