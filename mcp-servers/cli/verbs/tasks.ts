import { taskStates, type TaskView } from '../../../main/contract/tasks/tasks.ts'
import { terminalLine } from '../clean.ts'
import { list } from '../table.ts'
import { choice, one, option, requestVerb, text, grouped } from '../verb.ts'
import { messageKey } from './messages.ts'

const task = one('TASK', { source: 'task' })

const taskWords = ({ id, title, state }: TaskView): string => `${id} is ${state}: ${terminalLine(title)}`

const changes = (action: 'claim' | 'release' | 'finish' | 'drop' | 'reopen', about: string) =>
  requestVerb({
    name: `tasks ${action}`,
    about,
    args: { task },
    asks: 'tasks.change',
    input: ({ task: id }) => ({ id, action }),
    words: taskWords,
  })

export const taskVerbs = grouped('Working together', [
  requestVerb({
    name: 'tasks',
    about: 'List the tasks that you and the agents share',
    options: { state: choice(taskStates, 'STATE', 'Only those in this state') },
    asks: 'tasks.list',
    words: list<TaskView>('There are no such tasks. Add one: janus tasks add TEXT', {
      TASK: ({ id }) => id,
      STATE: ({ state }) => state,
      OWNER: ({ owner, assignee }) => owner || (assignee === '' ? '' : `for ${assignee}`),
      'WAITS FOR': ({ waiting }) => waiting.join(', '),
      NOTE: ({ releasedBecause, result }) => releasedBecause || result,
      TITLE: ({ title }) => title,
    }),
  }),
  requestVerb({
    name: 'tasks add',
    about: 'Add a task',
    args: { text: text() },
    options: {
      detail: option('TEXT', 'What more there is to know'),
      after: option('TASK,…', 'Tasks that are to be done before', { source: 'task' }),
      for: option('AGENT', 'The only agent that may claim it', { source: 'agent' }),
    },
    examples: ['janus tasks add Write the parser', 'janus tasks add --after tsk-0123456789 Write its tests'],
    asks: 'tasks.add',
    input: async ({ text: words, detail, after, for: assignee }, app) => ({
      title: await app.textOf(words),
      detail,
      assignee,
      waitsFor: after?.split(',').map((id) => id.trim()),
      idempotencyKey: messageKey(),
    }),
    words: taskWords,
  }),
  changes('claim', 'Claim a task for yourself, so that no agent takes it'),
  changes('release', 'End a claim: the task is open again'),
  changes('finish', 'Mark a task as done'),
  changes('drop', 'Drop a task'),
  changes('reopen', 'Reopen a task that is done or dropped'),
])
