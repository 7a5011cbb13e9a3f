import { join } from 'node:path'
import { initialSettings, settings, type SettingName, type Settings } from '../../contract/app/settings.ts'
import type { SettingsBook } from '../../ports/ports.ts'
import {
  logOnce,
  quotedName,
  readJsonFile,
  withSaveErrors,
  writeJsonFile,
  type JsonFields,
} from '../folder/json-file.ts'
import { folderCheck } from '../folder/folder-identity.ts'

const fileName = 'settings.json'

/**
 * Opens the settings in the state folder. Missing and invalid values get their defaults; unknown and
 * invalid fields are logged and stay in the file. A file that is not JSON is set aside, which is logged.
 * Throws `FolderError` when the path is not a plain file.
 */
export function openSettings(folder: string, log: (line: string) => void = () => {}): SettingsBook {
  const path = join(folder, fileName)
  const report = logOnce(log)
  const read = (): Read => {
    const { fields: found, notice } = readJsonFile(path)
    const fields = named(found)
    const { values, problems } = valuesOf(fields)
    for (const problem of notice === null ? problems : [notice]) report(`settings: ${problem}`)
    return { fields, values }
  }
  let { values } = read()
  const set = new Set<string>()
  const mustBeThere = folderCheck(folder)
  return {
    values: () => values,
    change: (patch) => {
      // The user may have edited the file.
      const { fields } = withSaveErrors(path, () => (mustBeThere(), read()))
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

const names = Object.keys(settings) as SettingName[]

/** Former names of settings; a former name counts until the file has the new one. */
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
    .map((field) => `there is no setting ${quotedName(field)}; it was left alone.`)
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

function withoutUndefined(patch: Partial<Settings>): JsonFields {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}
