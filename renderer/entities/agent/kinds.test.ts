import { expect, test } from 'vitest'
import { expectedAbilities } from '../../../main/contract/agents/kind-abilities.ts'
import type { AgentKind } from '../../../main/contract/agents/kinds.ts'
import type { KindStatus } from '../../../main/contract/api/views.ts'
import { tab } from '../../testing/agent.ts'
import { actionItems } from './agent-actions.tsx'
import { diagnosisOf, fixCommand, shortly, shortlyFixed, canSignIn } from '../kind/check-lines.ts'
import { kindInput } from '../kind/kind-choice.tsx'

const stands = (kind: AgentKind, changes: Partial<KindStatus> = {}): KindStatus => ({
  kind,
  name: kind,
  models: [],
  plan: [],
  path: '/x',
  version: '1.2.3',
  oldest: '1.0.0',
  login: 'in',
  account: null,
  problem: null,
  checkedAt: 1,
  ...changes,
})
const wrong = (line: 'binary' | 'version' | 'login') => ({ problem: { line, words: 'x' } })

test('how a kind stands is said in a few words, whatever is wrong', () => {
  expect(shortly(stands('codex'))).toBe('Version 1.2.3')
  expect(shortly(stands('codex', { checkedAt: null }))).toBe('Not checked yet')
  expect(shortly(stands('codex', wrong('binary')))).toBe('Not installed')
  expect(shortlyFixed(stands('codex', wrong('binary')))).toMatch(/^Not installed: npm install/)
  expect(shortlyFixed(stands('codex', wrong('login')))).toBe('Not signed in')
  expect(shortly(stands('codex', wrong('version')))).toBe('Cannot be used in this version')
  expect(shortly(stands('codex', wrong('login')))).toBe('Not signed in')
  expect(shortly(stands('other', { checkedAt: null }))).toMatch(/command line/)
})

test('what fixes it is a line for a terminal, or the window’s own sign-in', () => {
  expect(fixCommand(stands('codex'))).toBeNull()
  expect(fixCommand(stands('codex', wrong('binary')))).toBe('npm install -g @openai/codex')
  expect(fixCommand(stands('gemini', wrong('login')))).toBe('gemini')
  expect(canSignIn(stands('gemini', wrong('login')))).toBe(true)
  expect(canSignIn(stands('other', wrong('login')))).toBe(false)
  expect(canSignIn(stands('codex', wrong('login')))).toBe(true)
  expect(fixCommand(stands('claude', wrong('login')))).toBeNull()
  expect(canSignIn(stands('claude', wrong('login')))).toBe(true)
})

test('a diagnosis names no account', () => {
  const words = diagnosisOf('0.1.0', stands('codex', { account: 'mo@ferry.example' }))
  expect(words).toContain('Signed in: yes')
  expect(words).not.toContain('ferry')
})

test('a command line goes with another agent alone', () => {
  expect(kindInput({ kind: 'codex', program: 'goose acp' })).toEqual({ kind: 'codex' })
  expect(kindInput({ kind: 'other', program: ' goose acp ' })).toEqual({
    kind: 'other',
    program: 'goose acp',
  })
})

test('a copy that is not possible stands in the menu, and says why', () => {
  const duplicate = (kind: AgentKind, turnNumber = 3) =>
    actionItems(tab('a', { kind, turnNumber, abilities: expectedAbilities[kind] })).find(
      ({ label }) => label === 'Duplicate',
    )?.disabled
  expect(duplicate('claude')).toBeUndefined()
  expect(duplicate('copilot')).toBe('Copies are not possible.')
  expect(duplicate('copilot', 0)).toBeUndefined()
})

test('what is lost by a stop stands in the menu, where there is something to lose', () => {
  const notes = (kind: AgentKind, turnNumber = 3) =>
    actionItems(
      tab('a', { kind, turnNumber, status: 'working', abilities: expectedAbilities[kind] }),
    ).flatMap(({ label, note }) => (note === undefined ? [] : [`${label}: ${note}`]))
  expect(notes('claude')).toEqual([])
  expect(notes('gemini', 0)).toEqual([])
  expect(notes('gemini').map((line) => line.split(':')[0])).toEqual(['Interrupt', 'Restart', 'Stop'])
  expect(notes('gemini').at(-1)).toContain('cannot be resumed after a stop')
})
