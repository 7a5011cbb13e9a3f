import { z } from 'zod'
import { taskCounts, taskLengths, type TaskView } from '../../main/contract/tasks/tasks.ts'
import { agentName, presentFields, tool } from '../shared/tool.ts'

const task_id = z.string().min(1).max(40).describe('tsk-…')
const one = { task_id }

export const addTask = tool({
  name: 'add_task',
  description: 'Adds a task to the list that agents and your user share.',
  isRare: true,
  input: {
    title: z.string().min(1).max(taskLengths.title),
    detail: z.string().max(taskLengths.detail).optional(),
    waits_for: z.array(z.string().max(40)).max(taskCounts.waits).optional().describe('task_ids'),
    for: agentName.optional().describe('Only this agent may claim it; or user'),
  },
  async call(ask, { waits_for: waitsFor, for: assignee, ...words }, call) {
    const task = await ask('tasks.add', { ...words, waitsFor, assignee, idempotencyKey: call.key }, call)
    return answer(task, addedWords(task))
  },
})

export const listTasks = tool({
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
})

export const claimTask = tool({
  name: 'claim_task',
  description: 'Takes an open task for you alone.',
  isRare: true,
  input: one,
  async call(ask, { task_id: id }, call) {
    const task = await ask('tasks.change', { id, action: 'claim' }, call)
    const before = (await ask('tasks.list', { state: 'done' }))
      .filter((one) => task.waitsFor.includes(one.id) && one.result !== '')
      .map((one) => ({ task_id: one.id, title: one.title, result: one.result }))
    const { fields, text } = answer(task, 'It is yours: finish_task when it is done.')
    if (before.length === 0) return { fields, text }
    const lines = before.map((one) => `Result of ${one.task_id}: ${one.result}`)
    return { fields: { ...fields, before }, text: [text, ...lines].join('\n') }
  },
})

const addedWords = ({ waiting, assignee }: TaskView): string => {
  const who =
    assignee === '' ? 'anyone' : assignee === 'user' ? 'your user' : `only ${JSON.stringify(assignee)}`
  const when = waiting.length > 0 ? `Once ${waiting.join(', ')} is done, ${who}` : `From now on ${who}`
  return `${when} may claim it with claim_task. The list tells nobody: write to whom it concerns.`
}

export const finishTask = tool({
  name: 'finish_task',
  description: 'Marks a task that you have claimed as done.',
  isRare: true,
  input: {
    task_id,
    result: z.string().max(taskLengths.result).optional().describe('What came out'),
    give_back: z.boolean().optional().describe('Not done: others may claim it'),
  },
  async call(ask, { task_id: id, result, give_back: isBack }, call) {
    const action = isBack ? 'release' : 'finish'
    const { title, state } = await ask('tasks.change', { id, action, result }, call)
    return { fields: { task_id: id, title, state }, text: `${id} is ${state}.` }
  },
})

const answer = (task: TaskView, hint: string) => ({
  fields: { ...fieldsOf(task), hint },
  text: `${lineOf(task)}\n${hint}`,
})

function fieldsOf(task: TaskView) {
  const { id, title, detail, state, assignee, owner, result, waiting, source, addedBy, releasedBecause } =
    task
  const more = presentFields({ detail, for: assignee, owner, result, source: source?.id, releasedBecause })
  return {
    task_id: id,
    title,
    state,
    ...more,
    ...(waiting.length > 0 ? { waits_for: waiting } : {}),
    added_by: addedBy,
  }
}

function lineOf({ id, title, state, assignee, owner, waiting }: TaskView): string {
  const whose = assignee === '' ? '' : ` for ${JSON.stringify(assignee)}`
  const by = owner === '' ? whose : ` by ${JSON.stringify(owner)}`
  return `- ${id}, ${state}${by}: ${title}${waiting.length > 0 ? ` (waits for ${waiting.join(', ')})` : ''}`
}
