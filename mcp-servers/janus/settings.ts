import type { SettingReport } from '../../main/contract/views.ts'
import type { ApiRequest } from '../shared/ask.ts'
import { clean, cleanLines } from './clean.ts'
import { EndingError } from './ending.ts'
import { table } from './show.ts'

/** What is wanted with the settings. */
export type SettingsCommand =
  | { readonly do: 'list' }
  /** All that are not as they came, as JSON that `import` takes. */
  | { readonly do: 'export' }
  | { readonly do: 'import'; readonly file: string }
  | { readonly do: 'set'; readonly name: string; readonly value: string }

/** Reads what stands behind `janus settings`; null: it is written otherwise. */
export function readSettings(rest: readonly string[]): SettingsCommand | null {
  const [name, value, more] = rest
  if (more !== undefined) return null
  if (name === undefined) return { do: 'list' }
  if (value === undefined) return name === 'export' ? { do: 'export' } : null
  return name === 'import' ? { do: 'import', file: value } : { do: 'set', name, value }
}

/** What is asked of the app for it; `text`: what the file says. */
export function settingsRequest(what: SettingsCommand, text: string): ApiRequest {
  switch (what.do) {
    case 'list':
    case 'export':
      return { method: 'GET', path: '/settings', repeatable: true }
    case 'import':
      return { method: 'PATCH', path: '/settings', body: settingsIn(text), repeatable: true }
    case 'set':
      return {
        method: 'PATCH',
        path: '/settings',
        body: { [what.name]: valueOf(what.value) },
        repeatable: true,
      }
  }
}

/** The settings as a table, or those that are not as they came as JSON. */
export function settingsWords(what: SettingsCommand, answer: unknown): string {
  const all = answer as readonly SettingReport[]
  const isOwn = ({ value, default: usual }: SettingReport) => JSON.stringify(value) !== JSON.stringify(usual)
  if (what.do === 'export') {
    // Since when everything is stopped is no choice of how things are to be.
    const own = all.filter((one) => isOwn(one) && one.control !== null)
    return cleanLines(
      JSON.stringify(Object.fromEntries(own.map(({ name, value }) => [name, value])), null, 2),
    )
  }
  const rows = all.map((one) => [one.name, shown(one), isOwn(one) ? '' : 'usual', one.title])
  return table([['SETTING', 'IS', '', 'WHAT'], ...rows])
}

function shown({ name, value }: SettingReport): string {
  if (name === 'roles' && Array.isArray(value)) return `${String(value.length)} (janus roles)`
  return clean(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60)
}

/** JSON where it is some, else the words as they stand. */
function valueOf(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return written
  }
}

function settingsIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new EndingError('usage', 'Settings are JSON, as janus settings export prints them.')
  }
}
