import { readFileSync } from 'node:fs'
import { roleNamed, type Role } from '../../../main/contract/agents/roles.ts'
import type { SettingReport } from '../../../main/contract/api/views.ts'
import type { App } from '../app.ts'
import { terminalLine, cleanLines } from '../clean.ts'
import { EndingError, usage } from '../ending.ts'
import { list } from '../table.ts'
import { one, optional, requestVerb, report, grouped, verb } from '../verb.ts'

const file = one('FILE', { source: 'file' })
const role = one('ROLE', { source: 'role' })

const settingsTable = list<SettingReport>('', {
  SETTING: ({ name }) => name,
  VALUE: shownValue,
  '': (each) => (isOwn(each) ? '' : 'default'),
  WHAT: ({ title }) => title,
})

const rolesTable = list<Role>('There are no roles. Restore those that come with Janus: janus roles restore', {
  ROLE: ({ name }) => name,
  KIND: ({ kind }) => kind,
  MODEL: ({ model }) => model,
  MODE: ({ permissionMode }) => permissionMode,
  EFFORT: ({ effort }) => effort,
  FOR: ({ line }) => line,
})

export const settingVerbs = grouped('Limits and settings', [
  verb({
    name: 'settings',
    about: 'List the settings; change one, export and import them',
    args: { name: optional('NAME', { source: 'setting' }), value: optional('VALUE') },
    more: 'VALUE is JSON where it is valid JSON, else a word.',
    examples: ['janus settings theme dark', `janus settings keys '{"newAgent": ["Mod+J"]}'`],
    run: ({ name, value }, app) => {
      if (name !== undefined && value === undefined) throw usage('VALUE is missing.')
      const answer = name === undefined ? app.ask('settings.get') : changed({ [name]: valueOf(value) }, app)
      return report(answer, (all) => settingsTable(all, app))
    },
  }),
  requestVerb({
    name: 'settings export',
    about: 'Print what differs from the defaults, as JSON',
    asks: 'settings.get',
    words: ownSettings,
  }),
  verb({
    name: 'settings import',
    about: 'Import such JSON from a file, or - for standard input',
    args: { file },
    run: async (given, app) => {
      const wanted = 'Settings are JSON, as janus settings export prints them.'
      return report(changed(await jsonIn(given.file, app, wanted), app), (all) => settingsTable(all, app))
    },
  }),
  requestVerb({
    name: 'roles',
    about: 'List the roles for new agents; save one',
    asks: 'roles.list',
    words: rolesTable,
  }),
  verb({
    name: 'roles show',
    about: 'Print a role as JSON',
    args: { role },
    run: async (given, app) => {
      const found = roleIn(await app.ask('roles.list'), given.role)
      return { answer: found, words: () => cleanLines(JSON.stringify(found, null, 2)) }
    },
  }),
  requestVerb({
    name: 'roles keep',
    about: 'Save a role from such JSON, or - for standard input',
    args: { file },
    asks: 'roles.keep',
    input: async (given, app) => ({
      role: await jsonIn(given.file, app, 'A role is JSON, as janus roles show NAME prints it.'),
    }),
    words: rolesTable,
  }),
  requestVerb({
    name: 'roles delete',
    about: 'Delete a role',
    args: { role },
    asks: 'roles.delete',
    words: rolesTable,
  }),
  requestVerb({
    name: 'roles restore',
    about: 'Restore a role to its default, or all that are deleted',
    args: { role: optional('ROLE') },
    asks: 'roles.restore',
    words: rolesTable,
  }),
])

/** Sends JSON of any form; the app says what is wrong with it. */
function changed(settings: unknown, app: App): Promise<readonly SettingReport[]> {
  const request = { method: 'PATCH', path: '/settings', body: settings, repeatable: true } as const
  return app.send(request) as Promise<readonly SettingReport[]>
}

/** Parses JSON, else returns the word itself. */
function valueOf(written: string | undefined): unknown {
  try {
    return JSON.parse(written ?? '')
  } catch {
    return written
  }
}

async function jsonIn(path: string, app: App, wanted: string): Promise<unknown> {
  const text = path === '-' ? await app.around.readInput() : fileText(app.pathOf(path))
  try {
    return JSON.parse(text)
  } catch {
    throw usage(wanted)
  }
}

function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw usage(`There is no file ${JSON.stringify(path)} to read.`)
  }
}

function isOwn({ value, default: usual }: SettingReport): boolean {
  return JSON.stringify(value) !== JSON.stringify(usual)
}

function ownSettings(all: readonly SettingReport[]): string {
  // Leaves out state that is no preference, such as since when everything is stopped.
  const own = all.filter((each) => isOwn(each) && each.control !== null)
  return cleanLines(JSON.stringify(Object.fromEntries(own.map(({ name, value }) => [name, value])), null, 2))
}

function shownValue({ name, value }: SettingReport): string {
  if (name === 'roles' && Array.isArray(value)) return `${String(value.length)} (janus roles)`
  return terminalLine(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60)
}

function roleIn(roles: readonly Role[], name: string): Role {
  const found = roleNamed(roles, name)
  if (found) return found
  const names = roles.map((each) => each.name).join(', ')
  throw new EndingError('refused', `There is no role of that name. There are: ${names || 'none'}.`)
}
