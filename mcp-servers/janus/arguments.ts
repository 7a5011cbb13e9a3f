import { parseArgs } from 'node:util'
import type { ApiRoute } from '../../main/contract/agents-api.ts'
import { EndingError } from './ending.ts'

/** What was asked for; a text of `-` is still to be read. */
export type Command =
  | { readonly do: 'help'; readonly of: 'all' | 'api' }
  | { readonly do: 'agents' }
  | { readonly do: 'send'; readonly name: string; readonly text: string }
  | { readonly do: 'new'; readonly name: string; readonly wishes: Wishes }
  | {
      readonly do: 'api'
      readonly method: ApiRoute['method']
      readonly path: string
      readonly json: string | null
    }

/** How a new agent is wanted. */
export interface Wishes {
  readonly folder?: string
  readonly model?: string
  readonly mode?: string
  readonly role?: string
}

/** The command with what holds for all of them. */
export interface Asked {
  readonly command: Command
  readonly json: boolean
  readonly home: string | null
}

const methods: readonly ApiRoute['method'][] = ['GET', 'POST', 'PATCH', 'DELETE']

/** Reads what stands behind `janus`. Throws `EndingError` that says how it is written. */
export function readArguments(argv: readonly string[]): Asked {
  const { values, positionals } = parsed(argv)
  const { help, json = false, home = null, ...wishes } = values
  const [verb, ...rest] = positionals
  const command: Command =
    help === true || verb === undefined || verb === 'help'
      ? { do: 'help', of: [verb, ...rest].includes('api') ? 'api' : 'all' }
      : commandOf(verb, rest, wishes)
  if (verb !== 'new' && Object.keys(wishes).length > 0 && command.do !== 'help')
    throw usage(`--${Object.keys(wishes)[0] ?? ''} belongs to janus new.`)
  return { command, json, home }
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
    mode: text,
    role: text,
  } as const
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true })
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : '').split('. ')
    throw usage(`${why}.`)
  }
}

function commandOf(verb: string, rest: readonly string[], wishes: Wishes): Command {
  const [first, second, ...others] = rest
  switch (verb) {
    case 'agents':
      if (first !== undefined) throw usage('janus agents takes nothing more.')
      return { do: 'agents' }
    case 'send':
      if (first === undefined || second === undefined)
        throw usage('Say to whom and what: janus send NAME TEXT')
      return { do: 'send', name: first, text: [second, ...others].join(' ') }
    case 'new':
      if (first === undefined || second !== undefined)
        throw usage('Say one name: janus new NAME (in quotes, if it has spaces)')
      return { do: 'new', name: first, wishes }
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
