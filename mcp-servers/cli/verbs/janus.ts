import { resolve } from 'node:path'
import { apiRoutes } from '../../../main/contract/api/agents-api.ts'
import type { AttemptView } from '../../../main/contract/app/attempts.ts'
import type { AtRestAnswer, BackupReport } from '../../../main/contract/app/backups.ts'
import type { BudgetReport } from '../../../main/contract/budget/budget.ts'
import type { CostsReport } from '../../../main/contract/budget/costs.ts'
import type { ProcessReport } from '../../../main/contract/agents/processes.ts'
import type { StatusReport } from '../../../main/contract/app/status-report.ts'
import type { Page } from '../../../main/contract/api/views.ts'
import type { App } from '../app.ts'
import { cleanJson } from '../clean.ts'
import { EndingError } from '../ending.ts'
import { backupWords } from '../show-backups.ts'
import { attemptWords } from '../show-attempts.ts'
import { budgetWords } from '../show-budget.ts'
import { costsWords, offsetHere } from '../show-costs.ts'
import { processWords } from '../show-processes.ts'
import { statusWords } from '../show-status.ts'
import { one, option, optional, shown, verb, type Done } from '../verb.ts'

const limits = 'Limits and settings'
const itself = 'Janus itself'
const spenders = ['day', 'tab', 'turn', 'link', 'gathering'] as const

/** What everything costs, and what stops it. */
export const limitVerbs = [
  verb({
    name: 'budget',
    group: limits,
    about: 'What today has used, by tab, link and gathering, and the limits',
    run: (_, app) =>
      shown<BudgetReport>(app.get('/budget'), (report) => budgetWords(report, app.around.columns)),
  }),
  verb({
    name: 'budget go-on',
    group: limits,
    about: 'Let what has reached its limit go on, with as much again',
    args: { of: one('WHAT', { choices: spenders }), id: optional('NAME') },
    more: 'NAME is an agent for tab and turn, an id for link and gathering.',
    examples: ['janus budget go-on tab Scout', 'janus budget go-on day'],
    run: (given, app) => shown(app.post('/budget/go-on', given, 'once'), () => 'It goes on.'),
  }),
  verb({
    name: 'costs',
    group: limits,
    about: 'What each day has used, how full contexts are, and plans',
    options: {
      limit: option('N', 'How many days, 14 by default'),
      before: option('DATE', 'Only days before that one'),
    },
    run: ({ limit: days, before }, app) =>
      shown<CostsReport>(app.get('/costs', { days, before }), (report) =>
        costsWords(report, Date.now(), offsetHere(Date.now()), app.around.columns),
      ),
  }),
  verb({
    name: 'stop',
    group: limits,
    about: 'Stop everything',
    run: (_, app) =>
      shown(
        app.post('/stop', {}, 'again'),
        () => 'Everything is stopped, and nothing begins until: janus go-on',
      ),
  }),
  verb({
    name: 'go-on',
    group: limits,
    about: 'Let everything go on where it stood',
    run: (_, app) => shown(app.post('/go-on', {}, 'again'), () => 'Everything goes on where it stood.'),
  }),
]

/** How long a backup may take, in ms: all of it is copied and read. */
const backupLimit = 600_000

/** The app itself, and everything else that it can be asked. */
export const janusVerbs = [
  verb({
    name: 'status',
    group: itself,
    about: 'The app: version, folder, programs, what went wrong',
    run: (_, app) => shown<StatusReport>(app.get('/status'), statusWords),
  }),
  verb({
    name: 'ps',
    group: itself,
    about: 'The agents’ processes: memory, processor, since when',
    run: (_, app) =>
      shown<ProcessReport>(app.get('/processes'), (report) => processWords(report, app.around.columns)),
  }),
  verb({
    name: 'refused',
    group: itself,
    about: 'Attempts to ask as somebody else, which were refused',
    options: { cursor: option('N', 'The page behind the one before') },
    run: ({ cursor }, app) =>
      shown<Page<AttemptView>>(app.get('/refused', { cursor }), (page) =>
        attemptWords(page, app.around.columns),
      ),
  }),
  verb({
    name: 'backup',
    group: itself,
    about: 'Back up the database, also while Janus runs',
    args: { file: optional('FILE', { source: 'file' }) },
    run: async ({ file }, app) => backupDone(await backUp(file, app), app),
  }),
  verb({
    name: 'restore',
    group: itself,
    about: 'Put a backup in its place; Janus must not run',
    args: { file: optional('FILE', { source: 'file' }) },
    more: 'Without FILE the newest good one.',
    run: async ({ file }, app) =>
      backupDone(await atRest(app, 'restore', app.folder, ...(file === undefined ? [] : [file])), app),
  }),
  verb({
    name: 'restore list',
    group: itself,
    about: 'List the backups',
    run: async (_, app) => backupDone(await atRest(app, 'list', app.folder), app),
  }),
  verb({
    name: 'api',
    group: itself,
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
]

function backupDone(answer: AtRestAnswer, app: App): Done {
  return { answer, words: () => backupWords(answer, app.around.columns) }
}

async function atRest(app: App, ...args: string[]): Promise<AtRestAnswer> {
  const answer = await app.around.atRest(args)
  if ('error' in answer) throw new EndingError('refused', answer.error)
  return answer
}

/** Through Janus where it runs, else on its folder. */
async function backUp(file: string | undefined, app: App): Promise<AtRestAnswer> {
  const path = file === undefined ? undefined : resolve(app.around.cwd, file)
  try {
    const request = { method: 'POST', path: '/backups', body: { path }, repeatable: false } as const
    return { made: ((await app.ask(request, backupLimit)) as BackupReport).path }
  } catch (error) {
    if (!(error instanceof EndingError) || error.ending !== 'away') throw error
    return atRest(app, 'make', app.folder, ...(path === undefined ? [] : [path]))
  }
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

async function askAny(
  given: { readonly method: string; readonly path: string; readonly json: string | undefined },
  app: App,
): Promise<Done> {
  const method = methods.find((known) => known === given.method.toUpperCase())
  if (method === undefined) throw new EndingError('usage', `METHOD is one of ${methods.join(', ')}.`)
  // POST and PATCH always have a body; what it lacks the app says better than a word about headers would.
  const empty = method === 'POST' || method === 'PATCH' ? {} : undefined
  const body = given.json === undefined ? empty : bodyOf(method, await app.textOf(given.json))
  const request = { method, path: apiPath(given.path), body, repeatable: method === 'GET' }
  const answer = await app.ask(request)
  return { answer, words: () => cleanJson(answer) }
}

function bodyOf(method: string, text: string): unknown {
  if (method === 'GET')
    throw new EndingError('usage', 'GET takes no JSON: what is wanted stands in PATH, such as ?limit=5.')
  try {
    return JSON.parse(text)
  } catch {
    throw new EndingError('usage', `JSON is not valid. In a shell it needs quotes: '{"theme": "dark"}'`)
  }
}

/** `agents`, `/agents` and `/api/agents` are the same; what leads out of the API is none. */
function apiPath(written: string): string {
  const bare = written
    .replace(/^\/+/, '')
    .replace(/^api(?=\/)/, '')
    .replace(/^\/+/, '')
  const resolved = URL.canParse(`http://x/api/${bare}`) ? new URL(`http://x/api/${bare}`) : null
  if (resolved?.host !== 'x' || !resolved.pathname.startsWith('/api/') || written.includes('://'))
    throw new EndingError('usage', 'PATH is one of the agents API, such as /settings.')
  return resolved.pathname.slice('/api'.length) + resolved.search
}
