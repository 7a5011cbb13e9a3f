import type { AgentId } from '../../contract/api/model.ts'
import type { GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { Caller } from '../../contract/api/requests.ts'
import {
  isUnfinished,
  type Task,
  type TaskId,
  type TaskSource,
  type TaskView,
} from '../../contract/tasks/tasks.ts'
import { lapsedWords } from '../../contract/tasks/task-words.ts'
import { defined, pick } from '../../contract/api/pick.ts'
import { iso } from '../../contract/words/times.ts'
import type { State } from '../../core/step/state.ts'
import type { Command } from '../../core/step/events.ts'
import { waitsOf } from '../../core/tasks/waits.ts'
import { agentIdOf, answerTo, findReadable, refused, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { findGathering } from '../gatherings/find-gathering.ts'
import { authorAndName } from '../links/links-requests.ts'

/** Everybody may read the whole list; the core decides what agents may change. */
export function taskHandlers(parts: RequestContext) {
  const { engine } = parts
  const give = async (command: Command): Promise<TaskView> =>
    taskView(engine.state, (await answerTo(parts, 'task', command)).task)
  return {
    'tasks.list': (_, { state }) => {
      const all = [...engine.state.tasks.values()].filter((one) => state === undefined || one.state === state)
      return [...all.filter(isUnfinished), ...all.filter((one) => !isUnfinished(one))].map((one) =>
        taskView(engine.state, one),
      )
    },
    'tasks.add': (
      caller,
      { title, detail = '', waitsFor = [], assignee = '', source, idempotencyKey = null },
    ) =>
      give({
        type: 'task.added',
        ...authorAndName(parts, caller),
        title,
        detail,
        idempotencyKey,
        waitsFor: waitsFor as TaskId[],
        assignee: assigneeOf(parts, assignee),
        source: source === undefined ? null : sourceOf(parts, caller, source),
      }),
    'tasks.change': (caller, { id, waitsFor, assignee, ...input }) => {
      const { action, title, detail, result } = input
      if ([action, title, detail, waitsFor, assignee].every((one) => one === undefined))
        throw refused(
          'bad_request',
          'Say what to do with the task: an action, or another title, detail, waitsFor or assignee.',
        )
      if (result !== undefined && action !== 'finish')
        throw refused('bad_request', 'A result goes with the action "finish".')
      return give({
        type: 'task.changed',
        ...authorAndName(parts, caller),
        task: id as TaskId,
        ...defined(input),
        ...(waitsFor === undefined ? {} : { waitsFor: waitsFor as TaskId[] }),
        ...(assignee === undefined ? {} : { assignee: assigneeOf(parts, assignee) }),
      })
    },
  } satisfies Partial<Handlers>
}

function taskView(state: State, task: Task): TaskView {
  const { assignee, owner, added, stateAt, lapsed } = task
  const nameOf = (id: AgentId): string => state.agents.get(id)?.agent.name ?? ''
  return {
    ...pick(task, ['id', 'title', 'detail', 'state', 'source', 'waitsFor']),
    assignee: assignee === null || assignee === 'user' ? (assignee ?? '') : nameOf(assignee),
    result: task.result,
    ownerId: owner && (owner.by.kind === 'agent' ? owner.by.id : 'user'),
    waiting: waitsOf(state, task).map(({ id }) => id),
    owner: owner?.name ?? '',
    addedBy: added.name,
    addedAt: iso(added.at),
    stateAt: iso(stateAt),
    releasedBecause: lapsed === null ? '' : lapsedWords(lapsed),
  }
}

function assigneeOf(parts: RequestContext, ref: string): Task['assignee'] {
  if (ref === '') return null
  return ref === 'user' ? 'user' : agentIdOf(parts, ref)
}

/** A gathering or message that the caller may read. */
function sourceOf(parts: RequestContext, caller: Caller, id: string): TaskSource {
  return id.startsWith('gat-')
    ? { kind: 'gathering', id: findGathering(parts, caller, id as GatheringId).id }
    : { kind: 'message', id: findReadable(parts, caller, id).id }
}
