import { resolve } from 'node:path'
import { needsWords } from '../../../main/contract/agents/agent-words.ts'
import type { AgentSummary } from '../../../main/contract/agents/agent-summary.ts'
import { RefusedError } from '../../../main/contract/api/errors.ts'
import { agentKinds, everyMode, kindTitle, usualKind } from '../../../main/contract/agents/kinds.ts'
import { colourNames, shapeNames } from '../../../main/contract/agents/looks.ts'
import { part } from '../../shared/ask.ts'
import type { App } from '../app.ts'
import { clean } from '../clean.ts'
import { table } from '../table.ts'
import { flag, one, option, shown, verb, type Done, type Verb } from '../verb.ts'
import { localTime } from '../when.ts'

const group = 'Agents'
const agent = one('AGENT', { source: 'agent' })

/** A name as it is typed into a shell. */
export const quoted = (name: string): string => {
  const shownName = clean(name)
  return /^[\p{L}\p{N}._-]+$/u.test(shownName) ? shownName : `"${shownName}"`
}

/** An agent that can be written to now, and how. */
export const writeTo = ({ name }: AgentSummary): string => `Write to it: janus send ${quoted(name)} "…"`

/** A verb that does one thing to one agent. */
const act = (does: string, about: string, words: (name: string) => string): Verb =>
  verb({
    name: `agents ${does}`,
    group,
    about,
    args: { agent },
    run: (given, app) =>
      shown<AgentSummary>(app.post(`/agents/${part(given.agent)}/${does}`), ({ name }) => words(clean(name))),
  })

const pin = (does: 'pin' | 'unpin', about: string, words: (name: string) => string): Verb =>
  verb({
    name: `agents ${does}`,
    group,
    about,
    args: { agent },
    run: (given, app) =>
      shown<AgentSummary>(app.patch(`/agents/${part(given.agent)}`, { pinned: does === 'pin' }), ({ name }) =>
        words(clean(name)),
      ),
  })

const list = verb({
  name: 'agents',
  group,
  about: 'List the agents, what each does and where',
  run: (_, app) =>
    shown<readonly AgentSummary[]>(app.get('/agents'), (all) => agentsTable(all, app.around.columns)),
})

const show = verb({
  name: 'agents show',
  group,
  about: 'Show one agent: status, model, mode, folder',
  args: { agent },
  run: showOne,
})

const close = verb({
  name: 'agents close',
  group,
  about: 'Close an agent’s tab; reopen brings it back',
  args: { agent },
  options: { forever: flag('Delete it, with its conversation') },
  run: ({ agent: name, forever }, app) =>
    shown(app.delete(`/agents/${part(name)}${forever ? '?forever=true' : ''}`), () =>
      forever
        ? `${clean(name)} is deleted.`
        : `${clean(name)} is closed. Bring it back: janus agents reopen ${quoted(name)}`,
    ),
})

const rename = verb({
  name: 'agents rename',
  group,
  about: 'Give an agent another name',
  args: { agent, name: one('NAME') },
  run: ({ agent: old, name }, app) =>
    shown<AgentSummary>(
      app.patch(`/agents/${part(old)}`, { name }),
      (now) => `${clean(old)} is called ${clean(now.name)} now.`,
    ),
})

/** Makes an agent. */
export const create = verb({
  name: 'new',
  group,
  about: 'Make an agent that works in the current folder',
  args: { name: one('NAME') },
  options: {
    kind: option('KIND', `Whose program it runs, ${usualKind} by default`, { choices: agentKinds }),
    program: option('LINE', 'The command line of one of kind other, such as "goose acp"'),
    folder: option('DIR', 'Where it works', { source: 'folder' }),
    model: option('NAME', 'Its model; without it its program’s own choice'),
    effort: option('E', 'How hard it thinks: low, medium, high and what else its program has'),
    mode: option('MODE', 'What it may do without asking', { choices: everyMode }),
    role: option('ROLE', 'One of your roles, such as Reviewer, or a line on what it is for', {
      source: 'role',
    }),
    colour: option('C', `Of its avatar: 1 to 8, or a name such as ${colourNames[0]}`),
    shape: option('S', `Of its avatar: 1 to 8, or a name such as ${shapeNames[0]}`),
    worktree: flag('In a git worktree of the folder, on a branch of its own'),
  },
  examples: ['janus new Rita --role Reviewer --effort high', 'janus new Diver --kind codex --worktree'],
  run: ({ mode, folder = '.', colour, shape, worktree, ...given }, app) =>
    shown<AgentSummary>(
      app.post('/agents', {
        ...given,
        cwd: resolve(app.around.cwd, folder),
        permissionMode: mode,
        worktree: worktree || undefined,
        colour: eighth(colour),
        shape: eighth(shape),
      }),
      (made) => {
        const kind = made.kind === usualKind ? '' : ` (${clean(kindTitle(made))})`
        return `${clean(made.name)}${kind} works in ${clean(made.cwd)}. ${writeTo(made)}`
      },
    ),
})

/** What lists, makes and steers agents. */
export const agentVerbs: readonly Verb[] = [
  list,
  show,
  rename,
  pin('pin', 'Keep an agent’s tab at the top of the list', (name) => `${name} is pinned to the top.`),
  pin('unpin', 'Let an agent’s tab stand with the others again', (name) => `${name} is no longer pinned.`),
  close,
  act('reopen', 'Open a closed agent again', (name) => `${name} is open again.`),
  act(
    'restart',
    'Start an agent’s program again, in the same conversation',
    (name) => `${name} starts again.`,
  ),
  act('interrupt', 'End what an agent does now; its conversation stays', (name) => `${name} is interrupted.`),
]

/** 1 to 8 as a number; a name stays one. */
const eighth = (written: string | undefined) =>
  written !== undefined && /^\d+$/.test(written) ? Number(written) : written

function agentsTable(agents: readonly AgentSummary[], columns: number): string {
  if (agents.length === 0)
    return 'There are no agents yet. Make one: janus new NAME (a rehearsal has its own: --home ~/.janus-rehearsal)'
  const isMixed = agents.some(({ kind }) => kind !== usualKind)
  const rows = agents.map((each) => [
    each.name,
    isMixed ? each.kind : '',
    statusOf(each),
    each.pending === 0 ? '' : String(each.pending),
    each.role,
    each.cwd,
  ])
  return table([['NAME', 'KIND', 'STATUS', 'UNREAD', 'ROLE', 'FOLDER'], ...rows], columns)
}

const statusOf = ({ status, broken, needs }: AgentSummary): string => {
  if (needs !== null) return `${status}, ${needsWords(needs, 'person')}`
  return broken ? `${status}, broke off` : status
}

async function showOne({ agent: written }: { readonly agent: string }, app: App): Promise<Done> {
  const all = (await app.get('/agents')) as readonly AgentSummary[]
  const key = written.replace(/^@/, '').toLowerCase()
  const found = all.find(({ id, name }) => id === written || name.toLowerCase() === key)
  if (!found) {
    const message = `No open agent is called ${JSON.stringify(written)}.`
    throw new RefusedError({ code: 'unknown_agent', message, available: all.map(({ name }) => name) })
  }
  return { answer: found, words: () => agentLines(found) }
}

function agentLines(one: AgentSummary): string {
  const lines: readonly (readonly [string, string])[] = [
    ['Name', one.name],
    ['Id', one.id],
    ['Kind', kindTitle(one)],
    ['Status', `${statusOf(one)}, since ${localTime(one.since)}`],
    ['Why', one.reason],
    ['Unread', one.pending === 0 ? '' : String(one.pending)],
    ['Role', one.role],
    ['Folder', one.cwd],
    ['Model', one.model ?? ''],
    ['Effort', one.effort ?? ''],
    ['Mode', one.permissionMode],
    ['Waits for', one.waitingFor ?? ''],
    ['Gathering', one.gathering ?? ''],
    ['Groups', one.groups.join(', ')],
  ]
  return lines
    .filter(([, value]) => value !== '')
    .map(([title, value]) => `${`${title}:`.padEnd(11)} ${clean(value)}`)
    .join('\n')
}
