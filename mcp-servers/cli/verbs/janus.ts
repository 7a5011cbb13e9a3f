import { agentKinds, kindFacts, usualKind, kindTitle } from '../../../main/contract/agents/kinds.ts'
import { apiRoutes } from '../../../main/contract/api/agents-api.ts'
import type { AtRestAnswer } from '../../../main/contract/app/backups.ts'
import { restartTimes, updateWords } from '../../../main/contract/app/updates.ts'
import type { App } from '../app.ts'
import { aboutLines } from '../../../main/contract/app/about.ts'
import { terminalLine, cleanJson, cleanLines } from '../clean.ts'
import { EndingError, usage } from '../ending.ts'
import { one, option, optional, requestVerb, grouped, verb, type VerbResult, type Words } from '../verb.ts'
import type { StatusReport } from '../../../main/contract/api/reports.ts'
import { localTime } from '../when.ts'
import {
  deniedCallerWords,
  denialWords,
  type DeniedRequestView,
} from '../../../main/contract/app/denied-requests.ts'
import type { Page } from '../../../main/contract/api/views.ts'
import { list, textTable } from '../table.ts'
import { sizeWords } from '../../../main/contract/words/size-words.ts'
import {
  cpuTimeWords,
  cpuWords,
  measureWords,
  memoryWords,
  type OwnProcess,
  type ProcessReport,
  type ProcessMetricsReport,
} from '../../../main/contract/agents/processes.ts'

const downloadable = agentKinds.filter((kind) => kindFacts[kind].downloads)

/** Milliseconds: 175 MB take half an hour at 100 kB a second. */
const downloadLimit = 3_600_000

/** Milliseconds; a backup copies and then reads the whole database. */
const backupLimit = 600_000

export const janusVerbs = grouped('Janus itself', [
  requestVerb({
    name: 'status',
    about: 'The app: version, folder, programs, what went wrong',
    asks: 'app.status',
    words: statusWords,
  }),
  requestVerb({
    name: 'update',
    about: 'Look for a newer version',
    asks: 'updates.check',
    words: updateWords,
  }),
  requestVerb({
    name: 'update restart',
    about: 'Restart to the version that is ready',
    args: { when: optional('WHEN', { choices: restartTimes }) },
    more: 'WHEN is idle (once no agent works, the default), now, or never, which takes it back.',
    asks: 'updates.restart',
    input: ({ when = 'idle' }) => ({ when }),
    words: updateWords,
  }),
  requestVerb({
    name: 'about',
    about: 'What this Janus is: version, commit, channel, what it runs on',
    asks: 'app.about',
    words: (about) =>
      aboutLines(about)
        .map(([name, value]) => terminalLine(`${name}: ${value}`))
        .join('\n'),
  }),
  requestVerb({
    name: 'diagnosis',
    about: 'Print what helps others to see what is wrong; no words, names or secrets',
    asks: 'app.about',
    words: ({ diagnosis }) => cleanLines(diagnosis),
  }),
  requestVerb({
    name: 'licenses',
    about: 'Print the licenses of everything that Janus is made of',
    asks: 'app.licences',
    words: ({ text }) => cleanLines(text),
  }),
  requestVerb({
    name: 'programs',
    about: 'Agents of the public registry, each with the command line that starts it',
    more: 'Start one with janus new NAME --kind other --program "LINE". The list that is there; only the window fetches a newer one.',
    asks: 'programs.offers',
    words: ({ offers }) =>
      offers
        .map(({ name, program, about }) =>
          terminalLine(`${name}: ${program}${about === '' ? '' : ` (${about})`}`),
        )
        .join('\n'),
  }),
  requestVerb({
    name: 'install',
    about: 'Download the program of a kind of agents, for Janus alone',
    args: { kind: one('KIND', { choices: downloadable }) },
    more: 'The version that Janus is tested with, from the npm registry, checked against its hash. npm is not needed.',
    examples: [`janus install ${usualKind}`],
    asks: 'programs.install',
    limit: downloadLimit,
    words: statusWords,
  }),
  requestVerb({
    name: 'uninstall',
    about: 'Remove a program that Janus has downloaded',
    args: { kind: one('KIND', { choices: downloadable }) },
    asks: 'programs.remove',
    words: statusWords,
  }),
  requestVerb({
    name: 'ps',
    about: 'The agents’ processes: memory, processor, since when',
    asks: 'processes.list',
    words: processWords,
  }),
  requestVerb({
    name: 'refused',
    about: 'Denied requests to act as someone else',
    options: { cursor: option('N', 'The page behind the one before') },
    asks: 'denials.page',
    words: attemptWords,
  }),
  verb({
    name: 'backup',
    about: 'Back up the database, also while Janus runs',
    args: { file: optional('FILE', { source: 'file' }) },
    run: async ({ file }, app) => backupDone(await backUp(file, app), app),
  }),
  verb({
    name: 'restore',
    about: 'Put a backup in its place; Janus must not run',
    args: { file: optional('FILE', { source: 'file' }) },
    more: 'Without FILE the newest good one.',
    run: async ({ file }, app) =>
      backupDone(await atRest(app, 'restore', app.folder, ...(file === undefined ? [] : [file])), app),
  }),
  verb({
    name: 'restore list',
    about: 'List the backups',
    run: async (_, app) => backupDone(await atRest(app, 'list', app.folder), app),
  }),
  verb({
    name: 'api',
    about: 'Ask any route of the agents API; prints JSON',
    args: { method: one('METHOD'), path: one('PATH'), json: optional('JSON') },
    more: [
      'JSON is the body; - reads it from standard input. The routes; :agent is a name or an id:',
      ...apiRoutes.map(
        ({ method, path, query }) => `${method} ${path}${query === undefined ? '' : `?${query.join('=&')}=`}`,
      ),
    ].join('\n'),
    examples: [
      'janus api GET /settings',
      `janus api PATCH /settings '{"theme": "dark"}'`,
      `janus api PATCH /budget '{"day": {"usd": 10}}'`,
      `janus api GET '/history?q=timetable'`,
    ],
    run: askAny,
  }),
])

function backupDone(answer: AtRestAnswer, app: App): VerbResult {
  return { answer, words: () => backupWords(answer, app) }
}

async function atRest(app: App, ...args: string[]): Promise<AtRestAnswer> {
  const answer = await app.around.atRest(args)
  if ('error' in answer) throw new EndingError('refused', answer.error)
  return answer
}

/** Asks Janus while it runs, else reads the folder directly. */
async function backUp(file: string | undefined, app: App): Promise<AtRestAnswer> {
  const path = file === undefined ? undefined : app.pathOf(file)
  try {
    return { made: (await app.ask('backups.make', { path }, backupLimit)).path }
  } catch (error) {
    if (!(error instanceof EndingError) || error.ending !== 'away') throw error
    return atRest(app, 'make', app.folder, ...(path === undefined ? [] : [path]))
  }
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

async function askAny(
  given: { readonly method: string; readonly path: string; readonly json: string | undefined },
  app: App,
): Promise<VerbResult> {
  const method = methods.find((known) => known === given.method.toUpperCase())
  if (method === undefined) throw usage(`METHOD is one of ${methods.join(', ')}.`)
  // POST and PATCH always get a body, so that the app complains about fields rather than headers.
  const empty = method === 'POST' || method === 'PATCH' ? {} : undefined
  const body = given.json === undefined ? empty : bodyOf(method, await app.textOf(given.json))
  const request = { method, path: apiPath(given.path), body, repeatable: method === 'GET' }
  const answer = await app.send(request)
  return { answer, words: () => cleanJson(answer) }
}

function bodyOf(method: string, text: string): unknown {
  if (method === 'GET') throw usage('GET takes no JSON: put parameters into PATH, such as ?limit=5.')
  try {
    return JSON.parse(text)
  } catch {
    throw usage(`JSON is not valid. In a shell it needs quotes: '{"theme": "dark"}'`)
  }
}

/** Accepts `agents`, `/agents` and `/api/agents`; refuses paths that lead out of the API. */
function apiPath(written: string): string {
  const bare = written.replace(/^\/*(?:api\/+)?/, '')
  const resolved = URL.canParse(`http://x/api/${bare}`) ? new URL(`http://x/api/${bare}`) : null
  if (resolved?.host !== 'x' || !resolved.pathname.startsWith('/api/') || written.includes('://'))
    throw usage('PATH is one of the agents API, such as /settings.')
  return resolved.pathname.slice('/api'.length) + resolved.search
}

function statusWords(report: StatusReport): string {
  const { version, shell, rehearsal, stateFolder, stopped, programs, notices, update } = report
  const where = shell === 'desktop' ? 'the desktop app' : 'in the browser'
  const lines = [
    `Janus ${version}, ${where}${rehearsal ? ', demo' : ''}; its folder is ${stateFolder}`,
    ...programs.map(({ kind, version: its, problem }) => {
      const { name } = kindFacts[kind]
      return problem === null ? `${name} ${its ?? ''}: ready` : `${name}: ${problem}`
    }),
    ...(update === null ? [] : [updateWords(update)]),
    ...(stopped === null
      ? []
      : [`Everything has been stopped since ${localTime(stopped)}. To resume: janus go-on`]),
    ...(notices.length === 0 ? ['No unread incidents.'] : notices),
  ]
  return lines.map(terminalLine).join('\n')
}

const denialsTable = list<DeniedRequestView>('No refused requests.', {
  WHEN: ({ at }) => localTime(at),
  WHO: deniedCallerWords,
  WHAT: denialWords,
  ROUTE: (view) => ('route' in view ? view.route : ''),
})

function attemptWords({ items, next }: Page<DeniedRequestView>, terminal: App): Words {
  const text = denialsTable(items, terminal)
  return next === null ? text : { text, aside: `There is more before: --cursor ${String(next)}` }
}

function backupWords(answer: AtRestAnswer, terminal: App): string {
  if ('error' in answer) return terminalLine(answer.error)
  if ('made' in answer) return `Backed up to ${terminalLine(answer.made)}`
  if ('restored' in answer) return restoredWords(answer)
  return list<(typeof answer.items)[number]>(
    `There is no backup in ${terminalLine(answer.folder)}. Make one: janus backup`,
    {
      NAME: ({ name }) => name,
      'AS OF': ({ at }) => localTime(at),
      KIND: ({ kind }) => kind,
      SIZE: ({ size }) => sizeWords(size),
      '': ({ problem }) => problem,
    },
  )(answer.items, terminal)
}

function restoredWords({ restored, at, kept }: Extract<AtRestAnswer, { restored: string }>): string {
  const lies = kept.length === 0 ? '' : `\nThe previous database is at ${kept.map(terminalLine).join(', ')}`
  return (
    `Restored ${terminalLine(restored)}, as of ${localTime(at)}.${lies}\n` +
    'Later messages are not in it; agents may remember them. Settings, folder decisions and harvests are unchanged.\n' +
    'Start Janus: everything is stopped until you resume it.'
  )
}

const ofUse = ({ processes, memoryBytes, cpuPercent, cpuSeconds }: ProcessMetricsReport): string[] => [
  processes === null ? '' : String(processes),
  memoryWords(memoryBytes),
  cpuWords(cpuPercent),
  cpuTimeWords(cpuSeconds),
]

const rowOf = (name: string, kind: string, state: string, one: OwnProcess): string[] => [
  name,
  kind,
  String(one.pid),
  ...ofUse(one),
  one.since === null ? '' : localTime(one.since),
  state,
]

function processWords(report: ProcessReport, { columns }: App): string {
  const rows = [
    ['NAME', 'KIND', 'PID', 'PROCESSES', 'MEMORY', 'CPU', 'CPU TIME', 'SINCE', 'STATE'],
    ...report.agents.map((one) => rowOf(one.name, kindTitle(one), one.state, one)),
    rowOf('(Janus itself)', '', '', report.janus),
    ['(all)', '', '', ...ofUse(report.total), '', ''],
  ]
  return `${textTable(rows, columns)}\n${measureWords(report).join(' ')}`
}
