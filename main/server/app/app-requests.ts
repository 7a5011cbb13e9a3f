import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import { kindFacts, namedKinds, usualKind } from '../../contract/agents/kinds.ts'
import { settingWords } from '../../contract/app/setting-words.ts'
import { initialSettings, type SettingName, type Settings } from '../../contract/app/settings.ts'
import { readVariables } from '../../contract/agents/variables.ts'
import type { SettingReport } from '../../contract/api/views.ts'
import { StoreFullError } from '../../ports/ports.ts'
import { fromHome, readFolder, refused, type RequestContext } from '../api/request-context.ts'
import { editorWords, signInByTerminal, terminalWords } from '../folders/changes/open-programs.ts'
import type { Handlers } from '../api/requests.ts'
import { refuseLaxer } from '../agents/agents-requests.ts'
import { refuseEffort } from '../agents/kinds-requests.ts'
import { refuseRoles } from '../agents/roles-requests.ts'
import type { BackupReport, BackupView } from '../../contract/app/backups.ts'
import { FolderError } from '../../adapters/folder/errors.ts'
import type { DeniedRequestLine } from '../../contract/app/denied-requests.ts'
import type { RequestAnswers } from '../../contract/api/answers.ts'
import { defined } from '../../contract/api/pick.ts'
import { iso } from '../../contract/words/times.ts'
import { diagnosisOf } from './diagnosis.ts'

export function appHandlers(parts: RequestContext) {
  const { appStatus, host } = parts
  return {
    'app.status': () => parts.status(),
    'app.about': () => {
      const { version, stateFolder } = parts.status()
      const { facts, runtime } = parts.build
      return { version, ...facts, ...runtime, stateFolder, diagnosis: diagnosisOf(parts) }
    },
    'app.licences': async () => {
      const text = await parts.build.licences().catch(() => null)
      if (text === null) throw refused('not_found', 'The licences are not there. Run npm run build.')
      return { text }
    },
    'app.check': async (_, { kind }) => {
      await appStatus.kinds.check(kind)
      await restartSignedIn(parts)
      return parts.status()
    },
    'app.look': async () => {
      await appStatus.kinds.look()
      return parts.status()
    },
    'app.rehearse': async () => {
      if (!host.rehearse) throw refused('wrong_state', 'There is nothing else to go to from here.')
      return { address: await host.rehearse() }
    },
    'app.signIn': async (_, { kind = usualKind }) => {
      if (kindFacts[kind].signIn !== null) return signInByTerminal(parts, kind)
      return appStatus.signIn(kind, () => void restartSignedIn(parts))
    },
    'app.signInCode': async (_, { code }) => {
      if (!(await appStatus.signInCode(code)))
        throw refused('wrong_state', 'No sign-in is under way any more. Begin it again.')
      return parts.status()
    },
    'app.stop': async () => {
      const { stopped } = parts.settings.values()
      return saveSettings(parts, { stopped: stopped ?? iso(parts.clock.now()) })
    },
    'app.putNoticesAway': () => {
      appStatus.putNoticesAway()
      return parts.status()
    },
    'app.goOn': () => saveSettings(parts, { stopped: null }),
    'settings.get': () => reports(parts),
    'settings.change': (caller, patch) => changeSettings(parts, caller, patch),
    'pages.open': async (_, { url }) => {
      if (!host.openPage) throw refused('not_allowed', 'This window opens pages by itself.')
      await host.openPage(url)
      return { opened: true }
    },
    'window.show': async () => {
      if (!host.toFront) throw refused('not_allowed', 'A browser brings its window to the front by itself.')
      await host.toFront()
      return { shown: true }
    },
    'updates.check': () => updatesOf(parts).check(),
    'updates.restart': (_, { when }) => updatesOf(parts).restart(when),
    'denials.page': (_, input) => denialsPage(parts, input),
    ...backupHandlers(parts),
  } satisfies Partial<Handlers>
}

function updatesOf({ host }: RequestContext) {
  if (host.updates) return host.updates
  throw refused('wrong_state', 'This Janus looks for no updates: it names nobody who publishes them.')
}

export function backupHandlers({ backups, host }: Pick<RequestContext, 'backups' | 'host'>) {
  return {
    'backups.list': () => ({ items: backups.list().map(reportOf) }),
    'backups.make': async (_, { path }) => reportOf(await saving(() => backups.make(path ?? null))),
    'backups.restore': async (_, { name }) => {
      const { restart } = host
      if (!restart) throw refused('wrong_state', `Quit Janus here, then run: janus restore ${name}`)
      const backup = backups.list().find((one) => one.name === name)
      if (backup === undefined) throw refused('not_found', 'That backup is not there any more.')
      if (backup.problem !== null) throw refused('wrong_state', `${backup.path} ${backup.problem}`)
      await saving(() => backups.wish(name))
      // Not awaited, so that the answer is sent before Janus ends.
      void restart()
      return { restarts: true as const }
    },
  } satisfies Partial<Handlers>
}

/** Restarts agents that failed because nobody was signed in. */
async function restartSignedIn({ engine, appStatus }: RequestContext): Promise<void> {
  for (const { agent } of engine.state.agents.values()) {
    const waits = agent.status === 'failed' && agent.trouble === 'login' && agent.closedAt === null
    if (waits && appStatus.kinds.of(agent.kind)?.login === 'in')
      await engine.command({ type: 'agent.restarted', agent: agent.id })
  }
}

function reports({ settings, workspace }: RequestContext): readonly SettingReport[] {
  const values = settings.values()
  const missing = (readVariables(values.variables) ?? []).filter(({ name }) => !workspace.hasVariable(name))
  const notes: Partial<Record<SettingName, string>> =
    missing.length === 0 ? {} : { variables: unsetWords(missing.map(({ name }) => name)) }
  return (Object.keys(settingWords) as SettingName[]).map((name) => ({
    name,
    value: values[name],
    default: initialSettings[name],
    ...settingWords[name],
    ...(notes[name] === undefined ? {} : { note: notes[name] }),
  }))
}

/** Agents get the environment that Janus was started with. */
const unsetWords = (names: readonly string[]): string =>
  `Not set in the environment that Janus was started with: ${[...new Set(names)].join(', ')}. Set it there and start Janus again.`

async function changeSettings(
  parts: RequestContext,
  caller: Caller,
  patch: RequestInput<'settings.change'>,
): Promise<readonly SettingReport[]> {
  const { settings, appStatus } = parts
  const { permissionMode, folder, effort, roles } = patch
  const programs = namedKinds.filter((kind) => patch[kind] !== undefined)
  if (permissionMode) refuseLaxer(caller, permissionMode, settings.values().permissionMode)
  const own =
    programs.length > 0
      ? 'the agents are'
      : patch.editor !== undefined
        ? 'opens files'
        : patch.terminal === undefined
          ? null
          : 'is your terminal'
  if (own !== null && caller.kind !== 'window')
    throw refused('not_allowed', `Only the window can choose the program that ${own}. Change it there.`)
  if (patch.editor) editorWords(patch.editor)
  if (patch.terminal) terminalWords(patch.terminal)
  if (folder) readFolder(folder)
  if (effort) refuseEffort(usualKind, effort)
  if (roles) refuseRoles(parts, caller, roles)
  const paths = Object.fromEntries(programs.map((kind) => [kind, fromHome(patch[kind] ?? '')]))
  await saveSettings(parts, defined({ ...patch, ...paths }))
  await Promise.all(programs.map((kind) => appStatus.kinds.check(kind)))
  return reports(parts)
}

/** Saves settings, then applies them, so that an answered stop is surely saved. */
export async function saveSettings(
  { settings, engine, appStatus, limits }: RequestContext,
  patch: Partial<Settings>,
): Promise<Pick<Settings, 'stopped'>> {
  await saving(() => settings.change(patch))
  await engine.command({ type: 'limits.changed', limits: limits() })
  appStatus.changed()
  return { stopped: settings.values().stopped }
}

/** `at` in ISO 8601. */
export function reportOf({ at, ...rest }: BackupView): BackupReport {
  return { ...rest, at: iso(at) }
}

async function saving<T>(make: () => T | Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof StoreFullError) throw refused('storage_full', error.message)
    throw error
  }
}

const usualPage = 50

function denialsPage(
  { denials, engine }: RequestContext,
  { cursor, limit = usualPage }: RequestInput<'denials.page'>,
): RequestAnswers['denials.page'] {
  const nameOf = (line: DeniedRequestLine): string | null =>
    'by' in line && line.by.kind === 'agent'
      ? (engine.state.agents.get(line.by.id)?.agent.name ?? null)
      : null
  try {
    const { items, next } = denials.page(cursor ?? null, limit)
    return { items: items.map((line) => ({ ...line, name: nameOf(line) })), next }
  } catch (error) {
    if (error instanceof FolderError) throw refused('wrong_state', error.message)
    throw error
  }
}
