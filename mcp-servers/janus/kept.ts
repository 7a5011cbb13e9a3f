import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ApiRequest } from '../shared/ask.ts'
import { EndingError } from './ending.ts'
import { readRoles, roleRequest, roleWords, type RoleCommand } from './roles.ts'
import { readSettings, settingsRequest, settingsWords, type SettingsCommand } from './settings.ts'

/** What the person keeps, and carries to another Janus as JSON: roles, and all settings. */
export type KeptCommand =
  | { readonly do: 'roles'; readonly what: RoleCommand }
  | { readonly do: 'settings'; readonly what: SettingsCommand }

/** Reads `janus roles …` and `janus settings …`; null: it is another command. */
export function readKept(verb: string, rest: readonly string[]): KeptCommand | null {
  if (verb === 'roles') return { do: verb, what: readRoles(rest) ?? fail(verb, rolesUsage) }
  if (verb === 'settings') return { do: verb, what: readSettings(rest) ?? fail(verb, settingsUsage) }
  return null
}

const rolesUsage = '[show NAME | keep FILE | delete NAME | restore [NAME]]'
const settingsUsage = '[NAME VALUE | export | import FILE]'

function fail(verb: string, usage: string): never {
  throw new EndingError('usage', `Say it as: janus ${verb} ${usage}\nSee janus --help.`)
}

/** Where a file is looked for, and what comes in. */
interface Around {
  readonly cwd: string
  readInput(): Promise<string>
}

/** What is asked of the app for it. */
export async function keptRequest({ do: verb, what }: KeptCommand, around: Around): Promise<ApiRequest> {
  const text = 'file' in what ? await textOf(what.file, around) : ''
  return verb === 'roles'
    ? roleRequest(what as RoleCommand, text)
    : settingsRequest(what as SettingsCommand, text)
}

/** What came of it. */
export const keptWords = ({ do: verb, what }: KeptCommand, answer: unknown): string =>
  verb === 'roles' ? roleWords(what as RoleCommand, answer) : settingsWords(what as SettingsCommand, answer)

async function textOf(file: string, around: Around): Promise<string> {
  if (file === '-') return around.readInput()
  try {
    return readFileSync(resolve(around.cwd, file), 'utf8')
  } catch {
    throw new EndingError('usage', `There is no file ${JSON.stringify(file)} to read.`)
  }
}
