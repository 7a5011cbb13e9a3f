import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { roleNamed, type Role } from '../../../main/contract/agents/roles.ts'
import type { SettingReport } from '../../../main/contract/api/views.ts'
import { part } from '../../shared/ask.ts'
import type { App } from '../app.ts'
import { clean, cleanLines } from '../clean.ts'
import { EndingError } from '../ending.ts'
import { table } from '../table.ts'
import { one, optional, shown, verb, type Done } from '../verb.ts'

const group = 'Limits and settings'
const file = one('FILE', { source: 'file' })
const role = one('ROLE', { source: 'role' })

const roleList = (answer: Promise<unknown>, app: App): Promise<Done> =>
  shown<readonly Role[]>(answer, (roles) => rolesTable(roles, app.around.columns))

/** What the user keeps, and carries to another Janus as JSON: roles, and all settings. */
export const settingVerbs = [
  verb({
    name: 'settings',
    group,
    about: 'List the settings; change one, export and import them',
    args: { name: optional('NAME', { source: 'setting' }), value: optional('VALUE') },
    more: 'VALUE is JSON where it is valid JSON, else a word.',
    examples: ['janus settings theme dark', `janus settings keys '{"newAgent": ["Mod+J"]}'`],
    run: ({ name, value }, app) => {
      if (name !== undefined && value === undefined) throw new EndingError('usage', 'VALUE is missing.')
      const answer =
        name === undefined ? app.get('/settings') : app.patch('/settings', { [name]: valueOf(value) })
      return shown<readonly SettingReport[]>(answer, (all) => settingsTable(all, app.around.columns))
    },
  }),
  verb({
    name: 'settings export',
    group,
    about: 'Print what differs from the defaults, as JSON',
    run: (_, app) => shown<readonly SettingReport[]>(app.get('/settings'), ownSettings),
  }),
  verb({
    name: 'settings import',
    group,
    about: 'Take such JSON from a file, or - for standard input',
    args: { file },
    run: async (given, app) => {
      const settings = await jsonIn(
        given.file,
        app,
        'Settings are JSON, as janus settings export prints them.',
      )
      return shown<readonly SettingReport[]>(app.patch('/settings', settings), (all) =>
        settingsTable(all, app.around.columns),
      )
    },
  }),
  verb({
    name: 'roles',
    group,
    about: 'List what new agents can be made of; keep one',
    run: (_, app) => roleList(app.get('/roles'), app),
  }),
  verb({
    name: 'roles show',
    group,
    about: 'Print a role as JSON',
    args: { role },
    run: async (given, app) => {
      const found = roleIn((await app.get('/roles')) as readonly Role[], given.role)
      return { answer: found, words: () => cleanLines(JSON.stringify(found, null, 2)) }
    },
  }),
  verb({
    name: 'roles keep',
    group,
    about: 'Keep a role from such JSON, or - for standard input',
    args: { file },
    run: async (given, app) => {
      const kept = await jsonIn(given.file, app, 'A role is JSON, as janus roles show NAME prints it.')
      return roleList(app.post('/roles', { role: kept }, 'again'), app)
    },
  }),
  verb({
    name: 'roles delete',
    group,
    about: 'Delete a role',
    args: { role },
    run: (given, app) => roleList(app.delete(`/roles/${part(given.role)}`), app),
  }),
  verb({
    name: 'roles restore',
    group,
    about: 'Restore a role to its default, or all that are deleted',
    args: { role: optional('ROLE') },
    run: (given, app) => roleList(app.post('/roles/restore', given, 'again'), app),
  }),
]

/** JSON where it is some, else the word as it stands. */
function valueOf(written: string | undefined): unknown {
  try {
    return JSON.parse(written ?? '')
  } catch {
    return written
  }
}

async function jsonIn(path: string, app: App, wanted: string): Promise<unknown> {
  const text = path === '-' ? await app.around.readInput() : fileText(resolve(app.around.cwd, path))
  try {
    return JSON.parse(text)
  } catch {
    throw new EndingError('usage', wanted)
  }
}

function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new EndingError('usage', `There is no file ${JSON.stringify(path)} to read.`)
  }
}

const isOwn = ({ value, default: usual }: SettingReport): boolean =>
  JSON.stringify(value) !== JSON.stringify(usual)

function ownSettings(all: readonly SettingReport[]): string {
  // Since when everything is stopped is no choice of how things are to be.
  const own = all.filter((each) => isOwn(each) && each.control !== null)
  return cleanLines(JSON.stringify(Object.fromEntries(own.map(({ name, value }) => [name, value])), null, 2))
}

function settingsTable(all: readonly SettingReport[], columns: number): string {
  const rows = all.map((each) => [each.name, shownValue(each), isOwn(each) ? '' : 'default', each.title])
  return table([['SETTING', 'VALUE', '', 'WHAT'], ...rows], columns)
}

function shownValue({ name, value }: SettingReport): string {
  if (name === 'roles' && Array.isArray(value)) return `${String(value.length)} (janus roles)`
  return clean(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60)
}

function roleIn(roles: readonly Role[], name: string): Role {
  const found = roleNamed(roles, name)
  if (found) return found
  const names = roles.map((each) => each.name).join(', ')
  throw new EndingError('refused', `There is no role of that name. There are: ${names || 'none'}.`)
}

function rolesTable(roles: readonly Role[], columns: number): string {
  if (roles.length === 0) return 'There is no role. Those that come with Janus: janus roles restore'
  const rows = roles.map(({ name, kind, model, permissionMode, effort, line }) => [
    name,
    kind,
    model ?? '',
    permissionMode ?? '',
    effort ?? '',
    line,
  ])
  return table([['ROLE', 'KIND', 'MODEL', 'MODE', 'EFFORT', 'FOR'], ...rows], columns)
}
