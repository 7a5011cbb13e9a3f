import { expect, test } from 'vitest'
import type { AgentKind } from '../../contract/agents/kinds.ts'
import type { BackendCheck } from '../../contract/api/views.ts'
import type { Installation } from '../../ports/ports.ts'
import { MemoryInstallation } from '../../testkit/memory/store/books.ts'
import { KindChecks } from './kind-checks.ts'

/** A program whose check ends on command. */
class SlowProgram extends MemoryInstallation implements Installation {
  readonly ends: (() => void)[] = []

  override check(): Promise<BackendCheck> {
    return new Promise((resolve) => this.ends.push(() => resolve(this.found)))
  }
}

const kinds = ['claude', 'codex', 'gemini', 'qwen'] as const
const opened = () => {
  const programs = Object.fromEntries(kinds.map((kind) => [kind, new SlowProgram()])) as Record<
    (typeof kinds)[number],
    SlowProgram
  >
  const told: AgentKind[][] = []
  const checks: KindChecks = new KindChecks(programs, () =>
    told.push(checks.all().flatMap((one) => (one.checkedAt === null ? [] : [one.kind]))),
  )
  const running = () => kinds.filter((kind) => programs[kind].ends.length > 0)
  const end = async (kind: (typeof kinds)[number]) => {
    programs[kind].ends.shift()?.()
    for (let turn = 0; turn < 8; turn++) await Promise.resolve()
  }
  return { programs, checks, told, running, end }
}

test('nothing is looked at by itself, and a kind without a program is not there', () => {
  const { checks, running } = opened()
  expect(running()).toEqual([])
  expect(checks.all().map(({ kind, checkedAt }) => [kind, checkedAt])).toEqual(
    kinds.map((kind) => [kind, null]),
  )
  expect(checks.of('copilot')).toBeNull()
})

test('two are looked at at a time, each once, and what is found is told as it comes', async () => {
  const { checks, told, running, end } = opened()
  const looks = Promise.all([checks.look(), checks.look(), checks.look(['codex'])])
  await Promise.resolve()
  expect(running()).toEqual(['claude', 'codex'])
  await end('claude')
  expect(running()).toEqual(['codex', 'gemini'])
  await end('codex')
  await end('gemini')
  await end('qwen')
  await looks
  expect(told).toEqual([['claude'], ['claude', 'codex'], ['claude', 'codex', 'gemini'], [...kinds]])
  await checks.look()
  expect(running()).toEqual([])
})

test('a check without a kind is of the usual one, and of what was looked at before', async () => {
  const { checks, running, end } = opened()
  const first = checks.check()
  await Promise.resolve()
  expect(running()).toEqual(['claude'])
  await end('claude')
  await first
  const look = checks.check('codex')
  await Promise.resolve()
  await end('codex')
  await look
  const again = checks.check()
  await Promise.resolve()
  expect(running()).toEqual(['claude', 'codex'])
  await end('claude')
  await end('codex')
  await again
})

test('models that a process tells are those of its kind', async () => {
  const { checks } = opened()
  const model = { value: 'gpt', name: 'GPT', about: '' }
  checks.offered('codex', [model])
  checks.offered('copilot', [model])
  expect(checks.of('codex')?.models).toEqual([model])
  expect(checks.of('claude')?.models).not.toEqual([model])
})

test('a plan is told limit by limit, holds over a check, and goes with its account', async () => {
  const { programs, checks, told, end } = opened()
  const limit = { minutes: 300, of: '', used: 0.5, resetsAt: 9, state: 'under' } as const
  checks.limited('claude', [limit])
  const looked = checks.check('claude')
  await Promise.resolve()
  await end('claude')
  await looked
  const planned = () => checks.of('claude')?.plan.map(({ minutes, used }) => [minutes, used])
  expect(planned()).toEqual([[300, 0.5]])
  const before = told.length
  checks.limited('claude', [limit])
  expect(told).toHaveLength(before)
  checks.limited('claude', [
    { ...limit, minutes: 10_080 },
    { ...limit, used: 0.6 },
  ])
  expect(planned()).toEqual([
    [300, 0.6],
    [10_080, 0.5],
  ])
  programs.claude.found = { ...programs.claude.found, account: 'somebody else' }
  const again = checks.check('claude')
  await Promise.resolve()
  await end('claude')
  await again
  expect(planned()).toEqual([])
})
