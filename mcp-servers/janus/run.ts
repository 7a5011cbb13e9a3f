import { awaitLimit } from '../../main/contract/limits.ts'
import type { HeartbeatReport, HitReport, LinkReport, ThreadReport } from '../../main/contract/reports.ts'
import type { HandlerReport } from '../../main/contract/handler-reports.ts'
import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { kindTitle, usualKind } from '../../main/contract/kinds.ts'
import type { ApiRoute } from '../../main/contract/agents-api.ts'
import type { AgentSummary } from '../../main/contract/agent-summary.ts'
import type { Page } from '../../main/contract/views.ts'
import type { ReplyReport, SendResult } from '../../main/contract/mail-views.ts'
import { askApi, part, type Access, type ApiRequest } from '../shared/ask.ts'
import { readAccess } from './access.ts'
import { readArguments, type Asked, type Command, type Sending } from './arguments.ts'
import { clean, cleanJson, cleanLines } from './clean.ts'
import { endOf, EndingError, exitCodes, refusalWords, type Ending } from './ending.ts'
import { groupRequest, groupWords } from './groups.ts'
import { carryOutCircles } from './circles.ts'
import { newRequest } from './new-agent.ts'
import { backupWords, carryOutBackup, type BackupCommand, type BackupSurroundings } from './backups.ts'
import { fleetRequest, fleetWords } from './fleet.ts'
import { gatheringRequest } from './gatherings.ts'
import { apiHelp, help } from './help.ts'
import { keptRequest, keptWords, type KeptCommand } from './kept.ts'
import { searchRequest } from './search.ts'
import { takeAlong } from './export.ts'
import { hitLines, threadLines } from './show-history.ts'
import { gatheringWords } from './show-gatherings.ts'
import {
  agentsTable,
  handlersTable,
  lateWords,
  linksTable,
  replyWords,
  sentWords,
  timersTable,
} from './show.ts'
import { resumeRequest, resumeWords } from './resume.ts'
import { timelineRequest, timelineWords } from './timeline.ts'
import type { AttemptView } from '../../main/contract/attempts.ts'
import { attemptLines } from './show-attempts.ts'
import type { CostsReport } from '../../main/contract/costs.ts'
import type { BudgetReport } from '../../main/contract/budget.ts'
import { budgetWords } from './show-budget.ts'
import { costsRequest } from './costs.ts'
import { costsWords, offsetHere } from './show-costs.ts'
import type { ProcessReport } from '../../main/contract/processes.ts'
import { processWords } from './show-processes.ts'
import type { StatusReport } from '../../main/contract/status-report.ts'
import { statusWords } from './show-status.ts'

/** What the command finds around it. */
export interface Surroundings extends BackupSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The person's home folder. */
  readonly home: string
  /** Everything that comes in, to its end. Rejects when it is more than a message may be. */
  readInput(): Promise<string>
  print(text: string): void
  /** Writes a file; `overwrites`: also where one is. Rejects with `EndingError`. */
  save(path: string, pieces: AsyncIterable<string>, overwrites: boolean): Promise<void>
  complain(text: string): void
}

/** How long a call may take, in ms. */
const timeLimit = 30_000

/** Runs `janus` with what stands behind it; resolves with its exit code. Never prints a token. */
export async function run(argv: readonly string[], around: Surroundings): Promise<number> {
  try {
    return exitCodes[await carryOut(readArguments(argv), around)]
  } catch (error) {
    const { refusal, ending } = endOf(error)
    around.complain(
      argv.includes('--json') ? cleanJson({ error: refusal }) : `janus: ${cleanLines(refusalWords(refusal))}`,
    )
    return exitCodes[ending]
  }
}

/** Does what was asked, prints what came of it, and tells how that ended. */
async function carryOut({ command, json, home }: Asked, around: Surroundings): Promise<Ending> {
  const print = (text: string): Ending => (around.print(text), 'done')
  if (command.do === 'help') return print(command.of === 'api' ? apiHelp : help)
  refuseAgents(around)
  const rehearsal = join(around.home, '.janus-rehearsal')
  const folder = resolve(
    around.cwd,
    home ?? (around.environment['JANUS_HOME'] || join(around.home, '.janus')),
  )
  const access = (): Access => readAccess(folder, rehearsal)
  const ask = (request: ApiRequest) => askApi(access, request, { timeLimit })
  if (command.do === 'export') {
    return takeAlong(json ? { ...command.what, format: 'json' } : command.what, ask, around)
  }
  if (command.do === 'backup' || command.do === 'restore') {
    const done = await carryOutBackup(command, folder, access, around)
    return print(json ? cleanJson(done) : backupWords(done))
  }
  if (command.do === 'circles') {
    const text = command.what.do !== 'say' ? '' : await given(command.what.text, around)
    const done = await carryOutCircles(command.what, text, ask)
    return print(json ? cleanJson(done.answer) : done.words)
  }
  if (command.do === 'roles' || command.do === 'settings') {
    const kept = await ask(await keptRequest(command, around))
    return print(json ? cleanJson(kept) : keptWords(command, kept))
  }
  const answer = await ask(await requestOf(command, around, ask))
  if (command.do !== 'send' || command.how.wait === 0)
    return print(json ? cleanJson(answer) : inWords(command, answer))
  const report = await replyOf(answer as SendResult, command.how.wait, access)
  const seconds = command.how.wait / 1000
  if (json) around.print(cleanJson(report))
  else if (report.reply === null) around.complain(`janus: ${lateWords(report, seconds)}`)
  else around.print(replyWords(report))
  return report.reply === null ? 'late' : 'done'
}

/** The reply to what was sent, or why there is none within `wait` ms. */
async function replyOf(sent: SendResult, wait: number, access: () => Access): Promise<ReplyReport> {
  const began = performance.now()
  for (;;) {
    const left = Math.max(0, Math.ceil(wait - (performance.now() - began)))
    const part = Math.min(left, awaitLimit)
    const path = `/replies/${sent.ticketId ?? sent.messageId}?waitMs=${String(part)}`
    const request = { method: 'GET', path, repeatable: true } as const
    const report = (await askApi(access, request, { timeLimit: part + timeLimit })) as ReplyReport
    // One that comes before its time, as when the app is about to quit, is not asked for again at once.
    const isEarly = left - (wait - (performance.now() - began)) < part - 1000
    if (report.reply !== null || report.state !== 'open' || part === left || isEarly) return report
  }
}

/** In an agent's shell this would speak as the person, who said nothing. */
function refuseAgents({ environment }: Surroundings): void {
  if (environment['JANUS_PROCESS'] === undefined) return
  throw new EndingError(
    'refused',
    'This shell belongs to an agent, and janus speaks as the person. Use the tools list_agents and send_to_agent.',
  )
}

/** Where a list is asked for, where that is called otherwise than here. */
const paths: Readonly<Record<string, string>> = { ps: 'processes', timers: 'heartbeats' }

const get = (path: string): ApiRequest => ({ method: 'GET', path, repeatable: true })

/** What `-` stands for is read from what comes in. */
const given = async (text: string, around: Surroundings): Promise<string> =>
  text === '-' ? around.readInput() : text

async function requestOf(
  command: Exclude<Command, { do: 'help' | 'export' | 'circles' } | BackupCommand | KeptCommand>,
  around: Surroundings,
  ask: (first: ApiRequest) => Promise<unknown>,
): Promise<ApiRequest> {
  switch (command.do) {
    case 'agents':
    case 'links':
    case 'budget':
    case 'refused':
    case 'status':
    case 'ps':
    case 'timers':
      return get(`/${paths[command.do] ?? command.do}`)
    case 'fleet':
      return fleetRequest(command.what, around.cwd)
    case 'costs':
      return costsRequest(command.what)
    case 'groups': {
      const { what } = command
      return groupRequest(
        what,
        what.do === 'send' ? await given(what.text, around) : '',
        `janus-${randomUUID()}`,
      )
    }
    case 'search':
      return searchRequest(command.what, Date.now())
    case 'thread':
      return get(`/threads/${part(command.id)}?limit=100`)
    case 'handlers':
      return get(`/agents/${part(command.agent)}/handlers`)
    case 'stop':
    case 'go-on':
      return { method: 'POST', path: `/${command.do}`, body: {}, repeatable: true }
    case 'gatherings': {
      const { what } = command
      const words = what.do === 'convene' ? what.question : 'text' in what ? what.text : ''
      return gatheringRequest(what, await given(words, around), `janus-${randomUUID()}`)
    }
    case 'timeline':
      return timelineRequest(command.what, Date.now())
    case 'send':
      return sendRequest(command, await given(command.text, around), around.cwd)
    case 'resume':
      return resumeRequest(command.what, around.cwd, ask)
    case 'new':
      return newRequest(command.name, command.wishes, around.cwd)
    case 'api': {
      const { method, path, json } = command
      const repeatable = method === 'GET'
      if (json !== null) return { method, path, body: bodyOf(method, await given(json, around)), repeatable }
      // These always have a body; what it lacks the app says better than a word about headers would.
      return { method, path, ...(['POST', 'PATCH'].includes(method) ? { body: {} } : {}), repeatable }
    }
  }
}

function sendRequest(
  { name, how }: Extract<Command, { do: 'send' }>,
  message: string,
  cwd: string,
): ApiRequest {
  const attachments = how.attach.map((path) => ({ path: resolve(cwd, path) }))
  const body = {
    ...{ message, ...wishesOf(how), idempotencyKey: `janus-${randomUUID()}` },
    ...(attachments.length > 0 ? { attachments } : {}),
  }
  return { method: 'POST', path: `/agents/${part(name)}/message`, body, repeatable: true }
}

function wishesOf({ priority, expectReply }: Sending) {
  return { ...(priority === null ? {} : { priority }), ...(expectReply ? { expectReply } : {}) }
}

function bodyOf(method: ApiRoute['method'], text: string): unknown {
  if (method === 'GET')
    throw new EndingError('usage', 'GET takes no JSON: what is wanted stands in PATH, such as ?limit=5.')
  try {
    return JSON.parse(text)
  } catch {
    throw new EndingError(
      'usage',
      `The last argument is no JSON. In a shell it needs quotes: '{"theme": "dark"}'`,
    )
  }
}

function inWords(
  command: Exclude<Command, { do: 'help' | 'export' | 'circles' } | BackupCommand | KeptCommand>,
  answer: unknown,
): string {
  switch (command.do) {
    case 'agents':
      return agentsTable(answer as readonly AgentSummary[])
    case 'links':
      return linksTable((answer as Page<LinkReport>).items)
    case 'timers':
      return timersTable(answer as readonly HeartbeatReport[])
    case 'groups':
      return groupWords(command.what, answer)
    case 'search':
      return hitLines(answer as Page<HitReport>)
    case 'thread':
      return threadLines(answer as ThreadReport)
    case 'handlers':
      return handlersTable(command.agent, answer as readonly HandlerReport[])
    case 'budget':
      return budgetWords(answer as BudgetReport)
    case 'fleet':
      return fleetWords(command.what, answer)
    case 'costs':
      return costsWords(answer as CostsReport, Date.now(), offsetHere(Date.now()))
    case 'ps':
      return processWords(answer as ProcessReport)
    case 'status':
      return statusWords(answer as StatusReport)
    case 'refused':
      return attemptLines(answer as Page<AttemptView>)
    case 'stop':
      return 'Everything is stopped, and nothing begins until: janus go-on'
    case 'go-on':
      return 'Everything goes on where it stood.'
    case 'gatherings':
      return gatheringWords(command.what, answer)
    case 'timeline':
      return timelineWords(command.what, answer)
    case 'send':
      return sentWords(command.name, answer as SendResult)
    case 'resume':
      return resumeWords(command.what, answer, Date.now())
    case 'new': {
      const { name, kind, program, cwd } = answer as AgentSummary
      const what = kind === usualKind ? '' : ` (${clean(kindTitle({ kind, program }))})`
      return `${clean(name)}${what} works in ${clean(cwd)}. Write to it: janus send ${quoted(clean(name))} "…"`
    }
    case 'api':
      return cleanJson(answer)
  }
}

function quoted(name: string): string {
  return /^[\p{L}\p{N}._-]+$/u.test(name) ? name : `"${name}"`
}
