import { needsWords } from '../../../main/contract/agents/agent-words.ts'
import type { AgentSummary } from '../../../main/contract/agents/agent-summary.ts'
import { RefusedError } from '../../../main/contract/api/errors.ts'
import { agentKinds, everyMode, kindTitle, usualKind } from '../../../main/contract/agents/kinds.ts'
import { colourNames, shapeNames } from '../../../main/contract/agents/looks.ts'
import type { App } from '../app.ts'
import { terminalLine } from '../clean.ts'
import { list } from '../table.ts'
import { flag, one, option, requestVerb, grouped, verb, type VerbResult } from '../verb.ts'
import { localTime } from '../when.ts'

const agent = one('AGENT', { source: 'agent' })

const quoted = (name: string): string => {
  const shownName = terminalLine(name)
  return /^[\p{L}\p{N}._-]+$/u.test(shownName) ? shownName : `"${shownName}"`
}

export const writeTo = ({ name }: AgentSummary): string => `Write to it: janus send ${quoted(name)} "…"`

const pin = (verb: string, pinned: boolean, about: string, now: string) =>
  requestVerb({
    name: `agents ${verb}`,
    about,
    args: { agent },
    asks: 'agents.change',
    input: (given) => ({ ...given, pinned }),
    words: ({ name }) => `${terminalLine(name)} ${now}`,
  })

const steer = (verb: 'reopen' | 'restart' | 'interrupt', about: string, now: string) =>
  requestVerb({
    name: `agents ${verb}`,
    about,
    args: { agent },
    asks: `agents.${verb}`,
    words: ({ name }) => `${terminalLine(name)} ${now}`,
  })

export const agentVerbs = grouped('Agents', [
  requestVerb({
    name: 'agents',
    about: 'List the agents, what each does and where',
    asks: 'agents.list',
    words: list<AgentSummary>(
      'There are no agents yet. Make one: janus new NAME (the demo has its own: --home ~/.janus-rehearsal)',
      {
        NAME: ({ name }) => name,
        KIND: ({ kind }, all) => (all.some((each) => each.kind !== usualKind) ? kind : ''),
        STATUS: statusOf,
        UNREAD: ({ pending }) => pending || null,
        ROLE: ({ role }) => role,
        FOLDER: ({ cwd }) => cwd,
      },
    ),
  }),
  verb({
    name: 'agents show',
    about: 'Show one agent: status, model, mode, folder',
    args: { agent },
    run: showOne,
  }),
  requestVerb({
    name: 'agents rename',
    about: 'Give an agent another name',
    args: { agent, name: one('NAME') },
    asks: 'agents.change',
    words: ({ name }, _, given) => `${terminalLine(given.agent)} is called ${terminalLine(name)} now.`,
  }),
  pin('pin', true, 'Keep an agent’s tab at the top of the list', 'is pinned to the top.'),
  pin('unpin', false, 'Unpin an agent’s tab', 'is no longer pinned.'),
  requestVerb({
    name: 'agents close',
    about: 'Close an agent’s tab; reopen brings it back',
    args: { agent },
    options: { forever: flag('Delete it, with its conversation') },
    asks: 'agents.close',
    words: (_closed, _, { agent: name, forever }) =>
      forever
        ? `${terminalLine(name)} is deleted.`
        : `${terminalLine(name)} is closed. Bring it back: janus agents reopen ${quoted(name)}`,
  }),
  steer('reopen', 'Open a closed agent again', 'is open again.'),
  steer('restart', 'Start an agent’s program again, in the same conversation', 'starts again.'),
  steer('interrupt', 'End what an agent does now; its conversation stays', 'is interrupted.'),
  requestVerb({
    name: 'new',
    about: 'Make an agent that works in the current folder',
    args: { name: one('NAME') },
    options: {
      kind: option('KIND', `Whose program it runs, ${usualKind} by default`, { choices: agentKinds }),
      program: option('LINE', 'The command line of one of kind other, such as "goose acp"'),
      folder: option('DIR', 'Where it works', { source: 'folder' }),
      model: option('NAME', 'Its model; default: that of its program'),
      effort: option('E', 'How hard it thinks: low, medium, high, or another level of its program'),
      mode: option('MODE', 'What it may do without asking', { choices: everyMode }),
      role: option('ROLE', 'One of your roles, such as Reviewer, or a line on what it is for', {
        source: 'role',
      }),
      colour: option('C', `Of its avatar: 1 to 8, or a name such as ${colourNames[0]}`),
      shape: option('S', `Of its avatar: 1 to 8, or a name such as ${shapeNames[0]}`),
      worktree: flag('In a git worktree of the folder, on a branch of its own'),
    },
    examples: ['janus new Rita --role Reviewer --effort high', 'janus new Diver --kind codex --worktree'],
    asks: 'agents.create',
    input: ({ mode, folder = '.', colour, shape, ...given }, app) => ({
      ...given,
      cwd: app.pathOf(folder),
      permissionMode: mode,
      colour: eighth(colour),
      shape: eighth(shape),
    }),
    words: (made) => {
      const kind = made.kind === usualKind ? '' : ` (${terminalLine(kindTitle(made))})`
      return `${terminalLine(made.name)}${kind} works in ${terminalLine(made.cwd)}. ${writeTo(made)}`
    },
  }),
])

function eighth(written: string | undefined) {
  return written !== undefined && /^\d+$/.test(written) ? Number(written) : written
}

function statusOf({ status, broken, needs }: AgentSummary): string {
  if (needs !== null) return `${status}, ${needsWords(needs, 'user')}`
  return broken ? `${status}, failed` : status
}

async function showOne({ agent: written }: { readonly agent: string }, app: App): Promise<VerbResult> {
  const all = await app.ask('agents.list')
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
    .map(([title, value]) => `${`${title}:`.padEnd(11)} ${terminalLine(value)}`)
    .join('\n')
}
