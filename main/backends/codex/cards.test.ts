import { describe, expect, test } from 'vitest'
import type { PermissionMode } from '../../contract/api/model.ts'
import type { ProgramFact } from '../../adapters/processes/agent-family.ts'
import { CodexCards } from './cards.ts'
import type { FileUpdateChange, ThreadItem } from './protocol.ts'

type Asked = Extract<ProgramFact, { type: 'card.asked' }>

function open(
  mode: PermissionMode = 'default',
  rules: readonly string[] = [],
  items: readonly ThreadItem[] = [],
) {
  const told: ProgramFact[] = []
  const answers: unknown[] = []
  const modes: PermissionMode[] = []
  const allowed = rules.map((rule) => ({ kind: 'rule', rule }) as const)
  const cards = new CodexCards('/code', mode, allowed, {
    tell: (fact) => void told.push(fact),
    answer: (id, result) => void answers.push([id, result]),
    refuse: (id) => void answers.push([id, 'refused']),
    itemOf: (call) => items.find(({ id }) => id === call) ?? null,
    callsOf: () => items.filter(({ type }) => type === 'mcpToolCall'),
    allowed: (next) => void modes.push(next),
    log: () => {},
  })
  return {
    cards,
    told,
    answers,
    modes,
    card: () => told.findLast((fact): fact is Asked => fact.type === 'card.asked'),
  }
}

const command = { kind: 'command', itemId: 'c', command: `/bin/bash -lc 'npm test'`, reason: 'to see' }
const ask = 'item/commandExecution/requestApproval'
const askChange = 'item/fileChange/requestApproval'
const accept = { decision: 'accept' }

const change = (path: string, kind: FileUpdateChange['kind'] = { type: 'add' }, diff = 'x'): ThreadItem => ({
  type: 'fileChange',
  id: 'f',
  status: 'inProgress',
  changes: [{ path, kind, diff }],
})

const waits = (id: string, tool: string, q: string): ThreadItem => ({
  type: 'mcpToolCall',
  id,
  server: 'docs',
  tool,
  status: 'inProgress',
  arguments: { q },
  result: null,
  error: null,
})

test('a command asks, and what was allowed for good is not asked again', () => {
  const { cards, card, answers, told } = open()
  cards.asked(0, ask, command)
  expect(card()).toMatchObject({
    request: '0',
    call: 'c',
    title: 'Run this command?',
    input: 'npm test',
    reason: 'to see',
    suggestions: [
      {
        label: 'npm test',
        isCode: true,
        permissions: [{ kind: 'rule', rule: 'exec_command(npm test)' }],
        mode: null,
      },
    ],
  })
  expect(cards.waiting).toBe(true)
  cards.decide('0', { kind: 'allow', suggestion: 0 })
  cards.decide('0', { kind: 'deny', message: '' })
  cards.asked(1, ask, command)
  expect(answers).toEqual([
    [0, accept],
    [1, accept],
  ])
  expect(told).toHaveLength(1)
})

test('what the user allowed in an earlier process is not asked; anything else is', () => {
  const { cards, answers, told } = open('default', ['exec_command(npm test)', 'network(example.org)'])
  cards.asked(0, ask, command)
  cards.asked(1, ask, { ...command, networkApprovalContext: { host: 'example.org' } })
  cards.asked(2, ask, { ...command, command: 'npm test --all' })
  expect(answers).toHaveLength(2)
  expect(told).toMatchObject([{ input: 'npm test --all' }])
})

test('words typed into a command that runs are never allowed for good', () => {
  const { cards, card } = open('default', ['exec_command(npm test)'])
  cards.asked(0, ask, { ...command, kind: 'writeStdin' })
  expect(card()).toMatchObject({ title: 'Type into a running command?', suggestions: [] })
})

test('a change may be let through for the rest, in the folder and not in what steers Codex', () => {
  const inside = open('default', [], [change('/code/a.txt')])
  inside.cards.asked(0, askChange, { itemId: 'f' })
  expect(inside.card()).toMatchObject({ suggestions: [{ mode: 'acceptEdits', permissions: [] }] })
  inside.cards.decide('0', { kind: 'allow', suggestion: 0 })
  inside.cards.asked(1, askChange, { itemId: 'f' })
  expect(inside.answers).toHaveLength(2)
  expect(inside.modes).toEqual(['acceptEdits'])
  for (const path of ['/etc/passwd', '/code/../x', '/code/.git/hooks/x', '/code/.codex/config.toml']) {
    const outside = open('acceptEdits', [], [change(path)])
    outside.cards.asked(0, askChange, { itemId: 'f' })
    expect(outside.card()).toMatchObject({ suggestions: [] })
  }
})

test('a change that nobody can see is declined', () => {
  const { cards, card, answers } = open('acceptEdits')
  cards.asked(0, askChange, { itemId: 'gone', reason: null, grantRoot: '/' })
  expect(card()).toBeUndefined()
  expect(answers).toEqual([[0, { decision: 'decline' }]])
})

test('what would hold besides stands on the card, and changes its hash', () => {
  const more = [
    { cwd: '/etc' },
    { additionalPermissions: { network: true } },
    { networkApprovalContext: { host: 'a.example', protocol: 'ssh' } },
  ]
  const hashes = [{}, ...more].map((one) => {
    const { cards, card } = open()
    cards.asked(0, ask, { ...command, ...one })
    return [card()?.hash, card()?.input]
  })
  expect(new Set(hashes.map(([hash]) => hash)).size).toBe(hashes.length)
  expect(hashes.map(([, input]) => input)).toEqual([
    'npm test',
    'npm test\nin /etc',
    `npm test\nwith ${JSON.stringify({ network: true }, null, 2)}`,
    'npm test\nreaching {"host":"a.example","protocol":"ssh"}',
  ])
  const { cards, card } = open('default', [], [change('/code/a')])
  cards.asked(0, askChange, { itemId: 'f', grantRoot: '/srv' })
  expect(card()?.input).toBe('and from now on everything under /srv')
})

test('of a patch every line is shown, however long, and whatever it begins with', () => {
  const long = 'y'.repeat(300_000)
  const diff = `--- a\n+++ a\n@@ -1,2 +1,2 @@\n--- drop table\n+++ counter\n+${long}end`
  const { cards, card } = open('default', [], [change('/code/a', { type: 'update', move_path: null }, diff)])
  cards.asked(0, askChange, { itemId: 'f' })
  expect(card()?.tool.diffs).toEqual([
    { path: '/code/a', before: '-- drop table', after: `++ counter\n${long}end` },
  ])
})

test('more permissions are given for a turn, or not', () => {
  const { cards, answers } = open()
  const permissions = { network: { enabled: true }, fileSystem: null }
  const wanted = { itemId: 'p', reason: null, permissions }
  cards.asked(0, 'item/permissions/requestApproval', wanted)
  cards.asked(1, 'item/permissions/requestApproval', wanted)
  cards.decide('0', { kind: 'allow' })
  cards.decide('1', { kind: 'deny', message: '' })
  expect(answers).toEqual([
    [0, { permissions: { network: { enabled: true } }, scope: 'turn' }],
    [1, { permissions: {}, scope: 'turn' }],
  ])
})

test('a server’s tool asks by its name; what a server itself wants is declined', () => {
  const { cards, card, answers } = open('default', [], [waits('m', 'find', 'x')])
  const meta = { codex_approval_kind: 'mcp_tool_call' }
  const wanted = { serverName: 'docs', mode: 'form', turnId: null }
  cards.asked(0, 'mcpServer/elicitation/request', { ...wanted, _meta: meta })
  expect(card()).toMatchObject({ title: 'Use docs.find?', call: 'm', input: 'q: x' })
  cards.decide('0', { kind: 'allow', suggestion: 0 })
  cards.asked(1, 'mcpServer/elicitation/request', { ...wanted, _meta: meta })
  expect(answers).toMatchObject([
    [0, { action: 'accept' }],
    [1, { action: 'accept' }],
  ])
})

test('what a tool server itself asks for is a form, in every mode', () => {
  const { cards, card, answers } = open('bypassPermissions')
  const requestedSchema = { properties: { name: { type: 'string' } } }
  const asked = { serverName: 'docs', mode: 'form', message: 'Your name?', requestedSchema, turnId: null }
  cards.asked(0, 'mcpServer/elicitation/request', asked)
  expect(card()).toMatchObject({ kind: 'question', title: 'Your name?', tool: { name: 'docs' } })
  cards.decide('0', { kind: 'allow', values: ['Mo'] })
  cards.asked(1, 'mcpServer/elicitation/request', asked)
  cards.decide('1', { kind: 'deny', message: '' })
  expect(answers).toEqual([
    [0, { action: 'accept', content: { name: 'Mo' }, _meta: null }],
    [1, { action: 'decline', content: null, _meta: null }],
  ])
})

describe('of several calls of one server that wait', () => {
  /** A request as the real Codex sends it. */
  const wanted = (tool: string, q: string) => ({
    serverName: 'docs',
    mode: 'form',
    turnId: null,
    message: `Allow the docs MCP server to run tool "${tool}"?`,
    _meta: { codex_approval_kind: 'mcp_tool_call', tool_params: { q } },
  })
  const ask = 'mcpServer/elicitation/request'
  const items = [waits('a', 'find', 'x'), waits('b', 'find', 'y'), waits('c', 'erase', 'x')]

  test.each([
    ['a', 'find', 'x'],
    ['b', 'find', 'y'],
    ['c', 'erase', 'x'],
  ])('the card shows %s when that one asks', (call, tool, q) => {
    const { cards, card } = open('default', [], items)
    cards.asked(0, ask, wanted(tool, q))
    expect(card()).toMatchObject({ call, title: `Use docs.${tool}?`, input: `q: ${q}`, reason: '' })
  })

  test('what is allowed for good for one tool lets no other pass', () => {
    const { cards, card, answers } = open('default', ['tool(docs.find)'], items)
    cards.asked(0, ask, wanted('find', 'x'))
    expect(answers).toEqual([[0, { action: 'accept', content: {}, _meta: null }]])
    cards.asked(1, ask, wanted('erase', 'x'))
    cards.asked(2, ask, { ...wanted('', 'x'), message: 'Allow it?' })
    expect(answers.length).toBe(1)
    expect(card()).toMatchObject({ request: '2', suggestions: [] })
  })

  test('the same call twice is shown on a card each, by its own id', () => {
    const { cards, told } = open('default', [], [waits('a', 'find', 'x'), waits('b', 'find', 'x')])
    cards.asked(0, ask, wanted('find', 'x'))
    cards.asked(1, ask, wanted('find', 'x'))
    expect(told).toMatchObject([{ call: 'a' }, { call: 'b' }])
  })

  test('all that may be meant are shown where it is not said which', () => {
    const { cards, card } = open('default', [], items)
    const { serverName, mode, turnId } = wanted('', '')
    cards.asked(0, ask, { serverName, mode, turnId, _meta: { codex_approval_kind: 'mcp_tool_call' } })
    expect(card()).toMatchObject({
      title: 'Use docs?',
      call: '0',
      tool: { name: 'docs', isTitleAll: false },
      suggestions: [],
      input: 'find\n  q: x\n\nfind\n  q: y\n\nerase\n  q: x',
      reason: expect.stringContaining('any of these') as unknown,
    })
    const all = card()?.hash
    cards.asked(1, ask, wanted('find', 'x'))
    expect(card()?.hash).not.toBe(all)
  })

  test('a title, which a server gives, does not tell one tool from another', () => {
    const { cards, card } = open('default', [], items)
    const { _meta, ...rest } = wanted('find', 'x')
    cards.asked(0, ask, { ...rest, _meta: { ..._meta, tool_title: 'find' } })
    expect(card()).toMatchObject({ input: 'find\n  q: x\n\nerase\n  q: x', suggestions: [] })
  })

  test('a call without arguments is found', () => {
    const { cards, card } = open(
      'default',
      [],
      [...items, { ...waits('d', 'list', ''), arguments: null } as ThreadItem],
    )
    const { _meta, ...rest } = wanted('list', '')
    cards.asked(0, ask, { ...rest, _meta: { ..._meta, tool_params: {} } })
    expect(card()).toMatchObject({ call: 'd', title: 'Use docs.list?', input: '' })
  })

  test('what no call that was told says is shown as the request says it', () => {
    const { cards, card } = open('default', ['tool(docs.find)'], items)
    cards.asked(0, ask, wanted('find', 'z'))
    expect(card()).toMatchObject({
      call: '0',
      title: 'Use docs?',
      input: 'q: z',
      suggestions: [],
      reason: 'Allow the docs MCP server to run tool "find"?',
    })
  })
})

test('questions are answered by their ids, in every mode', () => {
  const { cards, card, answers } = open('bypassPermissions')
  const questions = [{ id: 'q', question: 'Which?', options: null }]
  cards.asked(0, 'item/tool/requestUserInput', { itemId: 'i', questions })
  expect(card()).toMatchObject({ kind: 'question', questions: [{ text: 'Which?', options: [] }] })
  cards.decide('0', { kind: 'allow', answers: { 'Which?': 'that' } })
  cards.asked(1, 'item/tool/requestUserInput', { itemId: 'i', questions })
  cards.decide('1', { kind: 'deny', message: '' })
  expect(answers).toEqual([
    [0, { answers: { q: { answers: ['that'] } } }],
    [1, { answers: {} }],
  ])
})

test('what is taken back is withdrawn, once', () => {
  const { cards, told } = open()
  cards.asked(0, ask, command)
  cards.asked(1, ask, command)
  cards.resolved(0)
  cards.resolved(0)
  cards.withdrawAll()
  expect(told.slice(2)).toEqual([
    { type: 'card.withdrawn', request: '0' },
    { type: 'card.withdrawn', request: '1' },
  ])
  expect(cards.waiting).toBe(false)
})

test('the time is told, and nothing else that nobody knows', () => {
  const { cards, answers } = open()
  cards.asked(0, 'currentTime/read', {})
  cards.asked(1, 'account/chatgptAuthTokens/refresh', {})
  expect(answers).toEqual([
    [0, { currentTimeAt: expect.any(Number) as number }],
    [1, 'refused'],
  ])
})
