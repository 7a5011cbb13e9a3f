import { join } from 'node:path'
import { initialSettings, settings, type SettingName, type Settings } from '../../contract/app/settings.ts'
import type { SettingsBook } from '../../ports/ports.ts'
import { readJsonFile, saving, writeJsonFile, type JsonFields } from '../folder/json-file.ts'
import { watchFolder } from '../folder/folder-identity.ts'

/** Name of the file in the state folder. */
const fileName = 'settings.json'

/**
 * The settings in the state folder. What is missing or invalid in the file has its initial value; fields that are
 * unknown or invalid are told to `log` and stay in the file as they are. A file that is no JSON is set aside, and
 * `log` is told where. Throws `FolderError` when something else than a plain file lies there.
 */
export function openSettings(folder: string, log: (line: string) => void = () => {}): SettingsBook {
  const path = join(folder, fileName)
  const told = new Set<string>()
  const read = (): Read => {
    const { fields: found, notice } = readJsonFile(path)
    const fields = named(found)
    const { values, problems } = valuesOf(fields)
    for (const problem of notice === null ? problems : [notice]) {
      if (!told.has(problem)) log(`settings: ${problem}`)
      told.add(problem)
    }
    return { fields, values }
  }
  let { values } = read()
  const set = new Set<string>()
  const mustBeThere = watchFolder(folder)
  return {
    values: () => values,
    change: (patch) => {
      // Read again: the user may have written in the file meanwhile.
      const { fields } = saving(path, () => (mustBeThere(), read()))
      const changed: JsonFields = { ...fields, ...withoutUndefined(patch) }
      writeJsonFile(path, changed)
      values = valuesOf(changed).values
      for (const name of Object.keys(withoutUndefined(patch))) set.add(name)
      return values
    },
    isSet: (name) => set.has(name),
  }
}

interface Read {
  readonly fields: JsonFields
  readonly values: Settings
}

/** Names of all settings, in the order of the table. */
const names = Object.keys(settings) as SettingName[]

/** What settings were called before; the old name in the file counts until the new one stands there too. */
const formerNames: ReadonlyMap<string, SettingName> = new Map([['person', 'user']])

const named = (fields: JsonFields): JsonFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const now = formerNames.get(name)
      return [now !== undefined && !Object.hasOwn(fields, now) ? now : name, value]
    }),
  )

function valuesOf(fields: JsonFields): { values: Settings; problems: readonly string[] } {
  const problems = Object.keys(fields)
    .filter((field) => !names.some((name) => name === field))
    .map((field) => `there is no setting ${asWord(field)}; it was left alone.`)
  const valid = names.flatMap((name): [string, unknown][] => {
    if (!Object.hasOwn(fields, name)) return []
    const read = settings[name].shape.safeParse(fields[name])
    if (read.success) return [[name, read.data]]
    const why = read.error.issues[0]?.message ?? 'not allowed'
    problems.push(`the value of ${name} is not used (${why}); what holds is ${shown(initialSettings[name])}.`)
    return []
  })
  return { values: { ...initialSettings, ...Object.fromEntries(valid) }, problems }
}

const shown = (value: unknown): string => JSON.stringify(value)
/** A name from a file, short and safe in a line of a log. */
const asWord = (name: string): string => shown(name.replace(/[\p{C}\p{Z}]/gu, ' ').slice(0, 60))

/** A field that was given no value is not changed. */
function withoutUndefined(patch: Partial<Settings>): JsonFields {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}
