import type { Task, TaskAction, TaskId } from '../../contract/tasks/tasks.ts'
import { lapsedWords } from '../../contract/tasks/task-words.ts'
import { type Scene, type Verb, user } from './scene.ts'
import type { AgentFiles } from '../../core/edits/edit-commands.ts'
import type { Agent } from '../../core/step/state.ts'
import type { CommentId } from '../../contract/folders/line-comments.ts'
import {
  runProblemWords,
  type RunPhase,
  type RunProblem,
  type WorktreeRuns,
} from '../../contract/folders/worktree-runs.ts'
import { plannedRun } from '../../core/worktrees/worktrees.ts'
import type { RunPlan } from '../../core/worktrees/worktree-commands.ts'
import { keysOf } from '../factories/factories.ts'

/** Actions of users and agents on tasks, files, comments and worktrees. All agents work in `/`. */
export const workVerbs: Readonly<Record<string, Verb>> = {
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
  // `edits critic /a.ts`: before an edit; `edited`: after it; `commits`: its change is committed.
  edits: (scene, name, rest) => ({ type: 'edit.begun', agent: scene.id(name), paths: rest.split(' ') }),
  edited: (scene, name, rest) => ({ type: 'files.edited', agent: scene.id(name), paths: rest.split(' ') }),
  commits: (scene, name, rest) => ({ type: 'files.settled', agent: scene.id(name), paths: rest.split(' ') }),
  // `claims scout 60 src/**`; 0 minutes: releases.
  claims: (scene, name, rest) => {
    const [minutes = '0', ...globs] = rest.split(' ')
    return { type: 'files.claimed', agent: scene.id(name), folder: '/', globs, minutes: Number(minutes) }
  },
  // `comment scout src/fares.js:3 Words.`
  comment: (scene, name, rest) => {
    const [, path = '', line = '', text = ''] = /^(\S+):(\d+) ?(.*)$/.exec(rest) ?? []
    const place = { path, side: 'new', line: Number(line), lines: [` line ${line}`] } as const
    return {
      type: 'comment.added',
      agent: scene.id(name),
      place: { ...place, before: null, after: null },
      text,
    }
  },
  // `editComment scout 1 Words.`: the first pending one; without text it is deleted.
  editComment: (scene, name, rest) => {
    const [at = '', ...words] = rest.split(' ')
    const text = words.length === 0 ? null : words.join(' ')
    const comment = pendingOf(scene, name)[Number(at) - 1]?.id ?? ('cmt-none' as CommentId)
    return { type: 'comment.changed', agent: scene.id(name), comment, text }
  },
  // `sendComments scout Words. key=k`
  sendComments: (scene, name, rest) => {
    const [words = '', key = null] = rest.split('key=')
    return {
      type: 'comments.sent',
      agent: scene.id(name),
      from: user,
      fromName: 'Mo',
      words: words.trim(),
      idempotencyKey: key,
      earlier: key === null ? null : scene.store.messageByKey(user, key),
    }
  },
  // `apart scout asks npm ci`: a new agent in its own worktree; `approved npm ci`, `broken Why.`
  apart: (_, name, rest) => ({
    type: 'agent.created',
    name: keysOf(name),
    cwd: '/worktrees/ferry/scout',
    model: null,
    policy: 'hybrid',
    role: '',
    permissionMode: 'default',
    worktree: {
      path: '/worktrees/ferry/scout',
      branch: 'janus/scout',
      repository: '/ferry',
      base: 'main',
      commit: 'c0ffee',
      setup: plannedRun(planIn(rest), undefined),
    },
  }),
  // `plans scout setup asks npm ci`, `plans scout teardown approved docker compose down`.
  plans: (scene, name, rest) => {
    const [phase = '', ...plan] = rest.split(' ')
    return {
      type: 'worktree.planned',
      agent: scene.agentId(name),
      phase: phase as RunPhase,
      plan: planIn(plan.join(' ')),
    }
  },
  approves: (scene, name, command) => ({ type: 'setup.approved', agent: scene.agentId(name), command }),
  skips: (scene, name) => ({ type: 'setup.skipped', agent: scene.agentId(name) }),
  halts: (scene, name) => ({ type: 'worktree.stopped', agent: scene.agentId(name) }),
  // `over scout setup`, `over scout setup exit 1`, `over scout teardown timeout`; `late` reports an earlier run.
  over: (scene, name, rest) => {
    const [phase = '', kind = '', code] = rest.split(' ')
    const { worktree } = scene.agent(name).agent
    const n = worktree?.[phase as RunPhase]?.n ?? 0
    return {
      type: 'worktree.ended',
      agent: scene.agentId(name),
      phase: phase as RunPhase,
      n: kind === 'late' ? n - 1 : n,
      problem: kind === '' || kind === 'late' ? null : problemOf(kind, code),
      output: '',
    }
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

/** An agent's shared files, if they changed; empty: nothing to show. */
export function filesLine({ state }: Scene, { name, files }: Agent, was: AgentFiles | undefined): string {
  if (files === undefined || files === was) return ''
  const shared = files.shared.map(
    ({ path, with: other, why, isSecond }) =>
      `${path} ${isSecond ? `${why} by` : `edited by`} ${state.agents.get(other)?.agent.name ?? 'it'}`,
  )
  const parts = [
    ...(files.edited.length > 0 ? [`changed ${files.edited.join(' ')}`] : []),
    ...(files.claims.length > 0
      ? [`claims ${files.claims.map(({ glob, until }) => `${glob} until ${until / 1000} s`).join(', ')}`]
      : []),
    ...(shared.length > 0 ? [`shares ${shared.join(', ')}`] : []),
  ]
  return `files of ${name}: ${parts.join('; ') || 'none'}`
}

const pendingOf = (scene: Scene, name: string) =>
  scene.state.agents.get(scene.id(name))?.agent.review?.pending ?? []

/** An agent's pending comments, one line each. */
export const commentLines = (scene: Scene, name: string): readonly string[] => {
  const pending = pendingOf(scene, name)
  return pending.length === 0
    ? ['  no comments']
    : pending.map(({ path, line, text }) => `  ${path}:${String(line)} ${text}`)
}

const problemOf = (kind: string, code: string | undefined): RunProblem =>
  kind === 'exit'
    ? { kind, code: code === undefined ? null : Number(code) }
    : { kind: kind as 'timeout' | 'stopped' }

function planIn(words: string): RunPlan {
  const [how = '', ...command] = words.split(' ')
  const rest = command.join(' ')
  const isBroken = how === 'broken'
  return {
    command: isBroken ? '' : rest,
    from: 'repository',
    isApproved: how === 'approved',
    problem: isBroken ? rest : null,
  }
}

export function runLines(
  name: string,
  was: WorktreeRuns | null | undefined,
  is: WorktreeRuns | null,
): readonly string[] {
  return (['setup', 'teardown'] as const).flatMap((phase) => {
    const run = is?.[phase]
    if (!run || was?.[phase] === run) return []
    const facts = [run.isStopping ? 'stopping' : run.state]
    if (run.problem) facts.push(runProblemWords(run.problem, phase))
    return [`${phase} of ${name} \`${run.command}\`: ${facts.join(', ')}`]
  })
}
