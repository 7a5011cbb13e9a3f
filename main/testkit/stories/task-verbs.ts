import type { Task, TaskAction, TaskId } from '../../contract/tasks/tasks.ts'
import { lapsedWords } from '../../contract/tasks/task-words.ts'
import type { Scene, Verb } from './scene.ts'

/** What users and agents do with the list of tasks. */
export const taskVerbs: Readonly<Record<string, Verb>> = {
  // `addTask scout after=k1,k2 Words.`; `mo` is the user.
  addTask: (scene, name, rest) => ({
    type: 'task.added',
    ...scene.doer(name),
    ...written(scene, rest),
    detail: '',
    source: null,
    idempotencyKey: null,
  }),
  // `task k1 scout claim`, `release`, `finish`; by the user also `drop`, `reopen`, and `edit after=k1 Words.`
  task: (scene, tag, rest) => {
    const [name = '', act = '', ...words] = rest.split(' ')
    const edit = act === 'edit' ? written(scene, words.join(' ')) : {}
    const action = act === 'edit' ? {} : { action: act as TaskAction }
    return { type: 'task.changed', ...scene.doer(name), task: scene.untag<TaskId>(tag), ...action, ...edit }
  },
}

function written(scene: Scene, words: string): Pick<Task, 'title' | 'waitsFor'> {
  const [, after, title = ''] = /^(?:after=(\S+) )?(.*)$/.exec(words) ?? []
  return { title, waitsFor: (after?.split(',') ?? []).map((one) => scene.untag<TaskId>(one)) }
}

export function taskLine(scene: Scene, { id, title, state, owner, waitsFor, lapsed }: Task): string {
  const facts = [owner === null ? state : `${state} by ${owner.name}`]
  if (waitsFor.length > 0) facts.push(`waits for ${waitsFor.map((one) => scene.tag(one)).join(' ')}`)
  if (lapsed) facts.push(lapsedWords(lapsed))
  return `task ${scene.tag(id)} "${title}": ${facts.join(', ')}`
}
