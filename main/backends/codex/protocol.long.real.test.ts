import { execFile } from 'node:child_process'
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { program } from './real-codex.ts'

const run = promisify(execFile)
let folder: string

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'janus-codex-types-')))
  const environment = { ...process.env, HOME: folder, CODEX_HOME: folder }
  await run(program(), ['app-server', 'generate-ts', '--experimental', '--out', join(folder, 'codex')], {
    env: environment,
  })
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the types that are written here are those that the program generates', async () => {
  await writeFile(join(folder, 'check.ts'), check)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const tsc = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.bin', 'tsc')
  const { stdout } = await run(tsc, ['-p', folder]).catch((error: unknown) => error as { stdout: string })
  expect(stdout).toBe('')
})

test('each request that Codex may make of Janus is known', async () => {
  const text = await readFile(join(folder, 'codex', 'ServerRequest.ts'), 'utf8')
  const methods = [...text.matchAll(/"method": "([^"]+)"/g)].map(([, method]) => method)
  expect(methods.toSorted()).toEqual([...answered, ...refused].toSorted())
})

const answered = [
  'item/commandExecution/requestApproval',
  'item/fileChange/requestApproval',
  'item/permissions/requestApproval',
  'item/tool/requestUserInput',
  'mcpServer/elicitation/request',
  'currentTime/read',
]

/** Requests about tools, tokens and devices that Janus doesn't provide, and those of older versions. */
const refused = [
  'item/tool/call',
  'account/chatgptAuthTokens/refresh',
  'attestation/generate',
  'applyPatchApproval',
  'execCommandApproval',
]

const here = JSON.stringify(join(import.meta.dirname, 'protocol.ts'))

/** Generated types must be assignable to those that Janus reads; unknown items are skipped. */
const check = `
import type * as Ours from ${here}
import type { ServerNotification } from './codex/ServerNotification'
import type { ThreadItem } from './codex/v2/ThreadItem'
import type * as v2 from './codex/v2/index'

declare const item: Extract<ThreadItem, { type: Ours.ThreadItem['type'] }>
export const readItem: Ours.ThreadItem = item
type Read = Exclude<Ours.Notification['method'], 'turn/started' | 'turn/completed' | 'item/started' | 'item/completed'>
declare const told: Extract<ServerNotification, { method: Read }>
export const readTold: Ours.Notification = told
declare const turn: v2.TurnStartedNotification['turn']
export const readTurn: Ours.CodexTurn = turn
declare const thread: v2.ThreadListResponse
export const readThreads: { data: readonly Ours.CodexThread[]; nextCursor: string | null } = thread
declare const past: Extract<v2.ThreadTurnsListResponse['data'][number]['items'][number], { type: Ours.ThreadItem['type'] }>
export const readPast: Ours.ThreadItem = past
export const listParams: v2.ThreadListParams = { sourceKinds: ['cli', 'vscode', 'exec', 'appServer'], modelProviders: [], sortKey: 'updated_at', limit: 100, cursor: null, cwd: '/x' }
export const turnsParams: v2.ThreadTurnsListParams = { threadId: 'x', limit: 100, sortDirection: 'desc', itemsView: 'full', cursor: null }
declare const items: v2.ItemStartedNotification
export const itemPlaces: { threadId: string; turnId: string } = items
declare const command: v2.CommandExecutionRequestApprovalParams
export const readCommand: Ours.CommandApprovalParams = command
declare const change: v2.FileChangeRequestApprovalParams
export const readChange: Ours.FileApprovalParams = change
declare const permissions: v2.PermissionsRequestApprovalParams
export const readPermissions: Ours.PermissionsApprovalParams = permissions
declare const question: v2.ToolRequestUserInputParams
export const readQuestion: Ours.UserInputParams = question
declare const elicitation: v2.McpServerElicitationRequestParams
export const readElicitation: Ours.ElicitationParams = elicitation
declare const model: v2.Model
export const readModel: Ours.Model = model
declare const terminal: v2.ThreadBackgroundTerminal
export const readTerminal: Ours.BackgroundTerminal = terminal

export const sent: [
  v2.TurnStartParams, v2.TurnSteerParams, v2.TurnInterruptParams, v2.ThreadInjectItemsParams, v2.ThreadStartParams,
  v2.ThreadResumeParams, v2.ThreadForkParams, v2.ThreadBackgroundTerminalsTerminateParams, v2.LoginAccountParams,
] = [
  { threadId: '', clientUserMessageId: '', input: [{ type: 'text', text: '', text_elements: [] }],
    approvalPolicy: 'untrusted', approvalsReviewer: 'user', permissions: '', sandboxPolicy: { type: 'dangerFullAccess' }, model: '' },
  { threadId: '', expectedTurnId: '', clientUserMessageId: '', input: [] },
  { threadId: '', turnId: '' },
  { threadId: '', items: [] },
  { cwd: '', model: '', approvalPolicy: 'on-request', approvalsReviewer: 'user', permissions: '', sandbox: 'danger-full-access',
    developerInstructions: '', config: {} },
  { threadId: '', excludeTurns: true },
  { threadId: '', cwd: '', excludeTurns: true, config: {} },
  { threadId: '', processId: '' },
  { type: 'chatgpt' },
]
export const answers: [
  v2.CommandExecutionRequestApprovalResponse, v2.FileChangeRequestApprovalResponse, v2.PermissionsRequestApprovalResponse,
  v2.ToolRequestUserInputResponse, v2.McpServerElicitationRequestResponse, v2.CurrentTimeReadResponse,
] = [
  { decision: 'accept' }, { decision: 'decline' }, { permissions: {}, scope: 'turn' },
  { answers: { q: { answers: [''] } } }, { action: 'decline', content: null, _meta: null }, { currentTimeAt: 0 },
]
`

const settings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2023',
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: [],
  },
  files: ['check.ts'],
}
