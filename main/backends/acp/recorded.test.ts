import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ProgramEvent } from '../../adapters/processes/agent-family.ts'
import { readAsked } from './calls.ts'
import { AcpCards } from './cards.ts'
import type { AcpConnection } from './connection.ts'
import { profiles } from './profiles/profiles.ts'
import type { Receipts } from './receipts.ts'
import { modelsIn, readSettings } from './session.ts'
import { SessionV1, SessionV2 } from './sessions.ts'
import { asObject, asText, type Json } from '../../adapters/processes/json.ts'
import { Talk } from './talk.ts'
import { wantedFor } from './preparing.ts'

// Exchanges with the real programs, unchanged: `from` is the sender. The user allows every request.
function recorded(name: string): readonly Json[] {
  const path = join(import.meta.dirname, 'fixtures', 'recorded', `${name}.jsonl`)
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => asObject(JSON.parse(line)))
}

async function play(name: string, kind: keyof typeof profiles): Promise<string[]> {
  const told: string[] = []
  const pending = new Map<unknown, { yes(answer: Json): void; no(error: unknown): void }>()
  let next: unknown = null
  const connection: AcpConnection = {
    request: () =>
      new Promise((yes, no) => {
        pending.set(next, { yes, no })
      }),
    notify: () => undefined,
    close: () => undefined,
  }
  const cards = new AcpCards('/home/user/work', (fact) => hear({ fact }))
  const hear = (heard: ProgramEvent): void => {
    if ('delta' in heard) return
    told.push(lineOf(heard))
    if (heard.fact.type === 'card.asked') cards.decide(heard.fact.request, { kind: 'allow' })
  }
  const receipts = { written: nothing, named: nothing, ended: nothing, gone: nothing } as unknown as Receipts
  const options = { cards, receipts, introduction: '', hear, log: nothing }
  const talk = new Talk({ profile: profiles[kind], ...options })
  const version = recorded(name).some((line) => asObject(line['result'])['protocolVersion'] === 2) ? 2 : 1
  const session = version === 2 ? new SessionV2('s', connection, talk) : new SessionV1('s', connection, talk)
  talk.open(session)
  for (const line of recorded(name)) {
    const { id, method, result, error } = line
    const params = asObject(line['params'])
    if (line['from'] === 'janus' && method === 'session/prompt') {
      next = id
      const [block] = params['prompt'] as readonly Json[]
      const text = asText(block?.['text'])
      talk.write({ frame: `frame ${String(id)}`, text, isFromUser: true, how: 'begin', pictures: [] })
    } else if (line['from'] === 'agent' && method === 'session/update') {
      const update = asObject(params['update'])
      talk.update(update)
      if (session instanceof SessionV2) session.hear(update)
    } else if (line['from'] === 'agent' && method === 'session/request_permission') {
      const { call, options: choices } = readAsked(params)
      void talk.permission(call, choices).then((choice) => told.push(`chosen ${String(choice)}`))
    } else if (line['from'] === 'agent' && method === undefined) {
      if (error === undefined) pending.get(id)?.yes(asObject(result))
      else pending.get(id)?.no(error)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return told
}

const nothing = (): undefined => undefined

function lineOf({ fact }: Extract<ProgramEvent, { readonly fact: unknown }>): string {
  switch (fact.type) {
    case 'frame.accepted':
    case 'frame.started':
      return `${fact.type} ${fact.frame}`
    case 'block.said':
      return `said ${JSON.stringify(blockOf(fact.block))}`
    case 'context.told':
      return `context ${fact.context.used} of ${fact.context.size}`
    case 'turn.used':
      return `used ${Object.values(fact.tokens).join('+')}`
    case 'turn.ended': {
      const { outcome } = fact
      const words =
        'text' in outcome ? outcome.text : 'detail' in outcome ? `${outcome.why}: ${outcome.detail}` : ''
      return `ended ${outcome.kind} ${words}${fact.totalCostUsd === null ? '' : ` for ${fact.totalCostUsd}`}`
    }
    case 'card.asked':
      return `asked ${fact.title} ${fact.input} (${fact.suggestions.map(({ label }) => label).join(', ')})`
    default:
      return fact.type
  }
}

function blockOf(
  block: Extract<Extract<ProgramEvent, { fact: unknown }>['fact'], { type: 'block.said' }>['block'],
): object {
  if (block.kind !== 'tool')
    return 'call' in block ? { kind: block.kind, text: block.text, end: block.end } : block
  const { name, kind, title } = block.tool
  return { name, kind, title, input: block.input }
}

describe('what a real program said is heard', () => {
  test.each([
    { name: 'opencode', kind: 'opencode' },
    { name: 'gemini', kind: 'gemini' },
    { name: 'qwen', kind: 'qwen' },
    { name: 'copilot', kind: 'copilot' },
    { name: 'codex-v2', kind: 'other' },
  ] as const)('of $name', async ({ name, kind }) => {
    expect(await play(name, kind)).toMatchSnapshot()
  })

  test.each([
    { name: 'opencode', kind: 'opencode', wanted: ['mode=build'], models: 6 },
    { name: 'gemini', kind: 'gemini', wanted: ['mode=default'], models: 6 },
    { name: 'qwen', kind: 'qwen', wanted: ['mode=default'], models: 1 },
    { name: 'codex-v2', kind: 'other', wanted: ['mode=read-only'], models: 6 },
  ] as const)('$name is told when to ask, and its models are offered', ({ name, kind, wanted, models }) => {
    const opened = recorded(name).find(({ result }) => 'sessionId' in asObject(result))
    const settings = readSettings(asObject(opened?.['result']))
    const said = wantedFor(profiles[kind], settings, 'default').map(
      ({ option, value }) => `${option}=${value}`,
    )
    expect(said).toEqual(wanted)
    expect(settings.find(({ category }) => category === 'mode')?.choices.map(({ value }) => value)).toContain(
      said[0]?.split('=')[1],
    )
    expect(modelsIn(settings)).toHaveLength(models + 1)
    expect(modelsIn(settings)[0]?.value).toBe('')
  })
})
