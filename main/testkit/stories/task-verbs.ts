import type { Task, TaskAction, TaskId } from '../../contract/tasks/tasks.ts'
import { lapsedWords } from '../../contract/tasks/task-words.ts'
import type { Scene, Verb } from './scene.ts'

export const taskVerbs: Readonly<Record<string, Verb>> = {
  // `addTask scout after=k1,k2 for=builder Words.`; `mo` is the user.
  addTask: (scene, name, rest) => ({
    type: 'task.added',
    ...scene.doer(name),
    assignee: null,
    ...written(scene, rest),
    detail: '',
    source: null,
    idempotencyKey: null,
  }),
  // `task k1 scout claim`, `release`, `finish Result.`; by the user also `drop`, `reopen`, and `edit after=k1
  // Words.`
  task: (scene, tag, rest) => {
    const [name = '', act = '', ...words] = rest.split(' ')
    const edit = act === 'edit' ? written(scene, words.join(' ')) : { result: words.join(' ') }
    const action = act === 'edit' ? {} : { action: act as TaskAction }
    return { type: 'task.changed', ...scene.doer(name), task: scene.untag<TaskId>(tag), ...action, ...edit }
  },
}

function written(
  scene: Scene,
  words: string,
): Pick<Task, 'title' | 'waitsFor'> & Partial<Pick<Task, 'assignee'>> {
  const [, after, whose, title = ''] = /^(?:after=(\S+) )?(?:for=(\S+) )?(.*)$/.exec(words) ?? []
  const assignee =
    whose === undefined ? {} : { assignee: whose === 'mo' ? ('user' as const) : scene.id(whose) }
  return { title, waitsFor: (after?.split(',') ?? []).map((one) => scene.untag<TaskId>(one)), ...assignee }
}

export function taskLine(scene: Scene, task: Task): string {
  const { id, title, state, owner, assignee, result, waitsFor, lapsed } = task
  const facts = [owner === null ? state : `${state} by ${owner.name}`]
  if (assignee !== null)
    facts.push(`for ${assignee === 'user' ? 'mo' : scene.state.agents.get(assignee)?.agent.name}`)
  if (waitsFor.length > 0) facts.push(`waits for ${waitsFor.map((one) => scene.tag(one)).join(' ')}`)
  if (lapsed) facts.push(lapsedWords(lapsed))
  if (result !== '') facts.push(`result "${result}"`)
  return `task ${scene.tag(id)} "${title}": ${facts.join(', ')}`
}
