import { parseArgs } from 'node:util'
import type { ApiRoute } from '../../main/contract/agents-api.ts'
import { type Priority, priorityNames, wakes } from '../../main/contract/priorities.ts'
import type { BackupCommand } from './backups.ts'
import { readCircles, type CircleCommand } from './circles.ts'
import { readCosts, type CostsCommand } from './costs.ts'
import { EndingError } from './ending.ts'
import { readFleetCommand, type FleetCommand } from './fleet.ts'
import { readGatherings, type GatheringCommand } from './gatherings.ts'
import { readExport, type ExportCommand } from './export.ts'
import { readSearchCommand, type SearchCommand } from './search.ts'
import { readResume, type ResumeCommand } from './resume.ts'
import { readKept, type KeptCommand } from './kept.ts'
import { readTimeline, type TimelineCommand } from './timeline.ts'

/** What was asked for; a text of `-` is still to be read. */
export type Command =
  | { readonly do: 'help'; readonly of: 'all' | 'api' }
  | { readonly do: 'handlers'; readonly agent: string }
  | { readonly do: 'agents' | 'links' | 'timers' | 'budget' | 'refused' | 'status' | 'ps' | 'stop' | 'go-on' }
  | { readonly do: 'gatherings'; readonly what: GatheringCommand }
  | { readonly do: 'search'; readonly what: SearchCommand }
  | { readonly do: 'export'; readonly what: ExportCommand }
  | { readonly do: 'thread'; readonly id: string }
  | { readonly do: 'fleet'; readonly what: FleetCommand }
  | { readonly do: 'circles'; readonly what: CircleCommand }
  | { readonly do: 'costs'; readonly what: CostsCommand }
  | BackupCommand
  | { readonly do: 'groups'; readonly what: GroupCommand }
  | KeptCommand
  | { readonly do: 'timeline'; readonly what: TimelineCommand }
  | { readonly do: 'send'; readonly name: string; readonly text: string; readonly how: Sending }
  | { readonly do: 'new'; readonly name: string; readonly wishes: Wishes }
  | { readonly do: 'resume'; readonly what: ResumeCommand }
  | {
      readonly do: 'api'
      readonly method: ApiRoute['method']
      readonly path: string
      readonly json: string | null
    }

/** How a new agent is wanted. */
export interface Wishes {
  readonly kind?: string
  readonly program?: string
  readonly folder?: string
  readonly model?: string
  readonly effort?: string
  readonly mode?: string
  readonly role?: string
  readonly colour?: string
  readonly shape?: string
  readonly worktree?: boolean
}

/** What is wanted with groups. */
export type GroupCommand =
  | { readonly do: 'list' }
  | { readonly do: 'make' | 'change'; readonly name: string; readonly members: readonly string[] }
  | { readonly do: 'delete'; readonly name: string }
  | { readonly do: 'send'; readonly name: string; readonly text: string }

/** How a message is sent. */
export interface Sending {
  readonly priority: Priority | null
  readonly expectReply: boolean
  /** How long its reply is waited for, in ms; 0: not at all. */
  readonly wait: number
  /** Files that go with it, as they were written. */
  readonly attach: readonly string[]
}

/** The command with what holds for all of them. */
export interface Asked {
  readonly command: Command
  readonly json: boolean
  readonly home: string | null
}

/** Longest wait for a reply, in seconds: a ticket expires after a day. */
const longestWait = 24 * 60 * 60
/** The flags that only some commands have; one may belong to several. */
const flagsOf: Partial<Record<Command['do'], readonly (keyof Flags)[]>> = {
  resume: ['folder', 'kind', 'name', 'last', 'words', 'limit', 'original'],
  new: ['kind', 'program', 'folder', 'model', 'effort', 'mode', 'role', 'colour', 'shape', 'worktree'],
  search: ['agent', 'by', 'after', 'before', 'of', 'limit', 'cursor'],
  fleet: ['name', 'address', 'out'],
  circles: ['to', 'keep'],
  costs: ['limit', 'before'],
  export: ['format', 'tools', 'out', 'overwrite'],
  send: ['priority', 'expect-reply', 'wait', 'attach'],
  gatherings: ['with', 'harvester', 'rhythm', 'seat', 'to'],
  timeline: ['agent', 'kind', 'since', 'until', 'words', 'limit', 'export'],
}

const methods: readonly ApiRoute['method'][] = ['GET', 'POST', 'PATCH', 'DELETE']

/** Reads what stands behind `janus`. Throws `EndingError` that says how it is written. */
export function readArguments(argv: readonly string[]): Asked {
  const { values, positionals } = parsed(argv)
  const { help, json = false, home = null, ...flags } = values
  const [verb, ...rest] = positionals
  const command: Command =
    help === true || verb === undefined || verb === 'help'
      ? { do: 'help', of: [verb, ...rest].includes('api') ? 'api' : 'all' }
      : (readKept(verb, rest) ?? commandOf(verb, rest, flags))
  if (command.do !== 'help') refuseStray(flags, command.do)
  return { command, json, home }
}

/** Refuses a flag that is another command's. */
function refuseStray(flags: Flags, command: Command['do']) {
  const own: readonly string[] = flagsOf[command] ?? []
  const stray = Object.keys(flags).find((flag) => !own.includes(flag))
  if (stray === undefined) return
  const owners = Object.entries(flagsOf).flatMap(([verb, names]: [string, readonly string[]]) =>
    names.includes(stray) ? [`janus ${verb}`] : [],
  )
  throw usage(`--${stray} belongs to ${owners.join(' and ')}.`)
}

function parsed(argv: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = {
    json: flag,
    home: text,
    help: { ...flag, short: 'h' },
    folder: text,
    model: text,
    effort: text,
    mode: text,
    role: text,
    colour: text,
    shape: text,
    worktree: flag,
    priority: text,
    'expect-reply': flag,
    wait: text,
    attach: { ...text, multiple: true },
    agent: text,
    by: text,
    after: text,
    before: text,
    with: text,
    harvester: text,
    rhythm: text,
    seat: text,
    to: text,
    kind: text,
    program: text,
    since: text,
    until: text,
    words: text,
    limit: text,
    export: text,
    of: text,
    cursor: text,
    format: text,
    tools: text,
    out: text,
    address: text,
    overwrite: flag,
    name: text,
    last: flag,
    original: flag,
    keep: flag,
  } as const
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true })
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : '').split('. ')
    throw usage(`${why}.`)
  }
}

/** The flags that only some commands have, as they were written. */
type Flags = Omit<ReturnType<typeof parsed>['values'], 'json' | 'home' | 'help'>

/** How commands are written that want one word. */
const wanted = {
  handlers: 'Say whose: janus handlers AGENT (in quotes, if its name has spaces)',
  thread: 'Say the id of any message of it: janus thread msg-…',
  new: 'Say one name: janus new NAME (in quotes, if it has spaces)',
} as const

/** The one word of such a command. */
function only(rest: readonly string[], command: keyof typeof wanted): string {
  const [first, second] = rest
  if (first === undefined || second !== undefined) throw usage(wanted[command])
  return first
}

function commandOf(verb: string, rest: readonly string[], flags: Flags): Command {
  const [first, second, ...others] = rest
  switch (verb) {
    case 'agents':
    case 'links':
    case 'timers':
    case 'budget':
    case 'ps':
    case 'status':
    case 'refused':
    case 'stop':
    case 'go-on':
      if (first !== undefined) throw usage(`janus ${verb} takes nothing more.`)
      return { do: verb }
    case 'fleet':
      return { do: verb, what: readFleetCommand(rest, flags) }
    case 'circles':
      return { do: verb, what: readCircles(rest, flags) }
    case 'costs':
      return { do: verb, what: readCosts(rest, flags) }
    case 'handlers':
      return { do: verb, agent: only(rest, 'handlers') }
    case 'backup':
      if (second !== undefined) throw usage('Say one file at most: janus backup [FILE]')
      return { do: verb, file: first ?? null }
    case 'restore':
      if (second !== undefined) throw usage('Say one backup at most: janus restore [FILE | list]')
      return first === 'list' ? { do: verb, list: true } : { do: verb, file: first ?? null }
    case 'gatherings':
      return { do: verb, what: readGatherings(rest, flags) }
    case 'timeline':
      if (first !== undefined) throw usage('janus timeline takes flags only.')
      return { do: verb, what: readTimeline(flags) }
    case 'send':
      if (first === undefined || (second === undefined && flags.attach === undefined))
        throw usage('Say to whom and what: janus send NAME TEXT')
      return { do: 'send', name: first, text: [second ?? '', ...others].join(' '), how: sendingOf(flags) }
    case 'groups':
      return { do: 'groups', what: groupsOf(rest) }
    case 'search':
      return { do: 'search', what: readSearchCommand(rest, flags) }
    case 'export':
      return { do: 'export', what: readExport(rest, flags) }
    case 'thread':
      return { do: 'thread', id: only(rest, 'thread') }
    case 'new':
      return { do: 'new', name: only(rest, 'new'), wishes: flags }
    case 'resume':
      if (second !== undefined) throw usage('Say one id, or none for the list: janus resume [ID]')
      return { do: verb, what: readResume(first, flags) }
    case 'api': {
      const method = methods.find((known) => known === first?.toUpperCase())
      if (method === undefined || second === undefined || others.length > 1)
        throw usage(`Say what is asked: janus api ${methods.join('|')} PATH [JSON]`)
      return { do: 'api', method, path: apiPath(second), json: others[0] ?? null }
    }
    default:
      throw usage(`There is no janus ${JSON.stringify(verb.slice(0, 40))}.`)
  }
}

/** `groups`, `groups make NAME A,B`, `groups change NAME A,B`, `groups delete NAME`, `groups send NAME TEXT`. */
function groupsOf([verb, name, ...rest]: readonly string[]): GroupCommand {
  if (verb === undefined) return { do: 'list' }
  const members = (rest[0] ?? '').split(',').map((one) => one.trim())
  const isNamed = members.every((one) => one !== '')
  if ((verb === 'make' || verb === 'change') && name !== undefined && rest.length === 1 && isNamed)
    return { do: verb, name, members }
  if (verb === 'delete' && name !== undefined && rest.length === 0) return { do: 'delete', name }
  if (verb === 'send' && name !== undefined && rest.length > 0)
    return { do: 'send', name, text: rest.join(' ') }
  throw usage('Say it as: janus groups [make NAME A,B | change NAME A,B | delete NAME | send NAME TEXT]')
}

function sendingOf({ priority, 'expect-reply': expectReply = false, wait, attach = [] }: Flags): Sending {
  const known = priorityNames.find((name) => name === priority)
  if (priority !== undefined && known === undefined)
    throw usage(`--priority is one of ${priorityNames.join(', ')}.`)
  const seconds = wait === undefined ? 0 : Number(wait)
  if (wait !== undefined && !(/^\d+(\.\d+)?$/.test(wait) && seconds > 0 && seconds <= longestWait))
    throw usage(`--wait is a number of seconds, ${String(longestWait)} at most.`)
  if (known !== undefined && !wakes(known) && (expectReply || seconds > 0))
    throw usage(`--priority ${known} wakes nobody, so it cannot expect a reply.`)
  const expects = { expectReply: expectReply || seconds > 0, wait: Math.ceil(seconds * 1000) }
  return { priority: known ?? null, ...expects, attach }
}

/** `agents`, `/agents` and `/api/agents` are the same; what leads out of the API is none. */
function apiPath(written: string): string {
  const path = `/${written
    .replace(/^\/+/, '')
    .replace(/^api(?=\/)/, '')
    .replace(/^\/+/, '')}`
  const resolved = URL.canParse(`http://x/api${path}`) ? new URL(`http://x/api${path}`) : null
  if (resolved?.host !== 'x' || !resolved.pathname.startsWith('/api/') || written.includes('://'))
    throw usage('PATH is one of the agents API, such as /settings (janus api --help lists them).')
  return resolved.pathname.slice('/api'.length) + resolved.search
}

function usage(message: string): EndingError {
  return new EndingError('usage', `${message}\nSee janus --help.`)
}
