import { expect, test } from 'vitest'
import { leastAbilities } from './abilities.ts'
import { abilityRows, lacks, uncopyable, unforkable } from './ability-words.ts'
import { expectedAbilities } from './kind-abilities.ts'
import { agentKinds, kindFacts, kindTitle, programTitle } from './kinds.ts'

test('the usual kind lacks nothing, and nothing is said of it', () => {
  expect(lacks('claude', expectedAbilities.claude)).toEqual([])
  expect(uncopyable(expectedAbilities.claude)).toBeNull()
})

test('what a kind lacks is said in a sentence each, what matters most first', () => {
  expect(lacks('codex', expectedAbilities.codex)).toEqual([
    'When you deny something, it does not get what you wrote.',
    'Reports tokens, no price.',
    'This agent can only be duplicated whole, not forked from a turn.',
    'Cannot restore files to before a turn; revert single files in Changes.',
  ])
  const gemini = lacks('gemini', expectedAbilities.gemini)
  expect(gemini[0]).toBe('Its conversation cannot be resumed after a stop.')
  expect(gemini).toContain('Reads messages that arrive while it works only after the turn.')
  expect(lacks('opencode', expectedAbilities.opencode)[0]).toMatch(
    /^OpenCode uses a folder’s settings and hooks at once/,
  )
  expect(lacks('qwen', expectedAbilities.qwen)).toContain('A denial ends its turn.')
  expect(uncopyable(expectedAbilities.copilot)).toBe('Copies are not possible.')
  // One less, since `countsAll` and `forks` say nothing here, and the folder's settings add a sentence.
  expect(lacks('other', leastAbilities)).toHaveLength(Object.keys(abilityRows).length - 1)
  expect(unforkable(leastAbilities)).toBe('Copies are not possible.')
  expect(unforkable(expectedAbilities.codex)).toMatch(/not forked from a turn/)
  expect(unforkable(expectedAbilities.claude)).toBeNull()
  expect(lacks('opencode', expectedAbilities.opencode)).toContainEqual(
    expect.stringContaining('the count is a minimum'),
  )
})

test('every lack is a sentence of its own', () => {
  for (const kind of agentKinds)
    for (const line of lacks(kind, expectedAbilities[kind])) expect(line).toMatch(/^[A-Z].*\.$/)
})

test('kinds are named as people call them', () => {
  expect(new Set(agentKinds.map((kind) => kindFacts[kind].name)).size).toBe(agentKinds.length)
  for (const kind of agentKinds) expect(kindFacts[kind].modes).toContain('default')
  expect(kindTitle({ kind: 'other', program: 'goose acp' })).toBe('Custom agent: goose acp')
  expect(kindTitle({ kind: 'codex', program: null })).toBe('Codex')
  expect([programTitle('gemini'), programTitle('opencode')]).toEqual(['Gemini CLI', 'OpenCode'])
})
