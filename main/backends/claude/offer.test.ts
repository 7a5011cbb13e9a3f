import { describe, expect, test } from 'vitest'
import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import { readAside, readCommands, readClaudeModels, usualClaudeModels, readClaudePlan } from './offer.ts'

const command = (name: string, description = 'about it', argumentHint = '') => ({
  name,
  description,
  argumentHint,
})

describe('what a CLI offers', () => {
  test('commands are named, each once, with one line each', () => {
    const commands = [
      command('compact', 'Makes\n it\u001b[1m short\u202e', '<file>'),
      command('compact', 'x'),
    ]
    expect(readCommands(commands)).toEqual([{ name: 'compact', about: 'Makes it short', argument: '<file>' }])
  })

  test('long words are cut, long lists too', () => {
    const commands = Array.from({ length: 1000 }, (_, n) => command(`c${n}`, 'x'.repeat(5000)))
    expect(readCommands(commands)).toHaveLength(300)
    expect(readCommands(commands)[0]?.about).toHaveLength(300)
  })

  test.each(['', '/x', ' x', 'a b', 'a\nb', 'a\u202eb', 'x'.repeat(200)])('no command is %j', (name) => {
    expect(readCommands([command(name)])).toEqual([])
  })

  test.each(['ns:deploy', 'größe', 'mcp__ferry__list', 'a.b'])('%j can be typed', (name) => {
    expect(readCommands([command(name)])).toHaveLength(1)
  })

  test('models are what the CLI can be told', () => {
    const model = { value: 'sonnet[1m]', displayName: 'Sonnet', description: 'quick\nand so on' }
    expect(readClaudeModels([model, { ...model, value: '--x' }, { ...model, value: 'a b' }])).toEqual([
      usualClaudeModels[0],
      { value: 'sonnet[1m]', name: 'Sonnet', about: 'quick and so on' },
    ])
  })

  test('the CLI’s own choice comes first, in its words', () => {
    const model = { value: 'sonnet', displayName: 'Sonnet', description: '' }
    const thinks = { supportsEffort: true, supportedEffortLevels: ['low', 'max', 'huge'] as never }
    const own = { value: 'default', displayName: 'Default', description: 'Opus, for now', ...thinks }
    expect(readClaudeModels([model, own])).toEqual([
      { value: '', name: 'Default model', about: 'Opus, for now', efforts: ['none', 'low', 'max'] },
      { value: 'sonnet', name: 'Sonnet', about: '' },
    ])
    expect(readClaudeModels([{ ...model, supportsEffort: false }])[1]).toMatchObject({ efforts: [] })
  })

  test.each([undefined, null, 7, [null], [7], [{}], [{ name: 7 }], [{ value: [] }]])(
    'what another version says instead (%j) is passed over',
    (wrong) => {
      expect(readCommands(wrong as never)).toEqual([])
      expect(readClaudeModels(wrong as never)).toEqual([])
    },
  )
})

const message = (fields: object): SDKMessage => ({ type: 'system', ...fields }) as SDKMessage
const retry = { subtype: 'api_retry', attempt: 2, max_retries: 10, retry_delay_ms: 1234.5 }

test('what belongs to no turn is read, all else is not', () => {
  expect(readAside(message({ ...retry, error_status: 529 }))).toEqual({
    kind: 'line',
    line: 'the model was not reached (status 529), try 2 of 10 in 1235 ms',
  })
  expect(readAside(message({ ...retry, error_status: null }))).toMatchObject({
    line: expect.stringContaining('no connection'),
  })
  const commands = [{ name: 'deploy', description: 'Deploys', argumentHint: '' }]
  expect(readAside(message({ subtype: 'commands_changed', commands }))).toEqual({
    kind: 'commands',
    commands: [{ name: 'deploy', about: 'Deploys', argument: '' }],
  })
  expect(readAside(message({ subtype: 'commands_changed' }))).toEqual({ kind: 'commands', commands: [] })
  expect(readAside(message({ subtype: 'init' }))).toBeNull()
  expect(readAside({ type: 'result' } as SDKMessage)).toBeNull()
})

const at = 1_795_626_285

test('every window that the CLI tells is a limit, as it says that it stands', () => {
  const unifiedWindows = {
    five_hour: { utilization: 0.92, resetsAt: at, status: 'allowed_warning', surpassedThreshold: 0.9 },
    seven_day: { utilization: 0.31, resetsAt: at + 86_400, status: 'allowed' },
    seven_day_opus: { utilization: 1, resetsAt: at, status: 'rejected' },
    overage: { utilization: 0.5 },
  }
  expect(readClaudePlan({ status: 'allowed_warning', unifiedWindows } as never)).toEqual([
    { minutes: 300, of: '', used: 0.92, resetsAt: at * 1000, state: 'near' },
    { minutes: 10_080, of: '', used: 0.31, resetsAt: (at + 86_400) * 1000, state: 'under' },
    { minutes: 10_080, of: 'Opus', used: 1, resetsAt: at * 1000, state: 'over' },
  ])
})

test('an older CLI tells one window; what is of another shape is none', () => {
  const one = { status: 'rejected', rateLimitType: 'five_hour', resetsAt: at } as const
  expect(readClaudePlan(one)).toEqual([
    { minutes: 300, of: '', used: null, resetsAt: at * 1000, state: 'over' },
  ])
  expect(readClaudePlan({ status: 'allowed' })).toEqual([])
  expect(readClaudePlan({ unifiedWindows: { five_hour: null, seven_day: 3 } } as never)).toEqual([])
})
