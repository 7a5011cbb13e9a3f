import { describe, expect, test } from 'vitest'
import type { PermissionUpdate } from '@anthropic-ai/claude-agent-sdk'
import { readSuggestions, ruleText } from './suggestions.ts'

const rule = (toolName: string, ruleContent?: string): PermissionUpdate => ({
  type: 'addRules',
  behavior: 'allow',
  destination: 'localSettings',
  rules: [ruleContent === undefined ? { toolName } : { toolName, ruleContent }],
})
const folders = (...directories: string[]): PermissionUpdate => ({
  type: 'addDirectories',
  destination: 'session',
  directories,
})
const edits: PermissionUpdate = { type: 'setMode', mode: 'acceptEdits', destination: 'session' }

describe('what a CLI suggests', () => {
  test.each([
    [rule('Bash', 'npm run *'), 'npm run …', true],
    [rule('Bash', 'npm run:*'), 'npm run …', true],
    [rule('Bash', 'all *'), 'all …', true],
    [rule('Bash', 'rm -rf /tmp/x'), 'rm -rf /tmp/x', true],
    [rule('Bash', 'sh -c "a\n\u001b[31mb\u202e"'), 'sh -c "a b"', true],
    [rule('Read', '//srv/docs/**'), 'reading in /srv/docs', false],
    [rule('Edit', '//srv/docs/**'), 'changes in /srv/docs', true],
    [rule('WebFetch', 'domain:example.com'), 'pages of example.com', true],
    [rule('WebSearch'), 'every WebSearch', false],
    [rule('mcp__ferry__list_boats'), 'list_boats of ferry', true],
    [folders('/srv/docs'), 'work in /srv/docs', false],
    [edits, 'this and all edits', false],
  ])('%j is put in words: %s', (update, label, isCode) => {
    const offered = readSuggestions([update], '/srv').map(({ suggestion }) => suggestion)
    expect(offered).toMatchObject([{ label, isCode }])
  })

  test('all rules of one command are allowed together, with the folder that it needs', () => {
    const proposed = [rule('Bash', 'cp *'), rule('Bash', 'sh'), folders('/docs'), edits]
    const [command, mode, ...rest] = readSuggestions(proposed, '/srv')
    expect(command?.suggestion).toEqual({
      label: 'cp … and sh in /docs',
      isCode: true,
      permissions: [
        { kind: 'rule', rule: 'Bash(cp *)' },
        { kind: 'rule', rule: 'Bash(sh)' },
        { kind: 'folder', path: '/docs' },
      ],
      mode: null,
    })
    expect(mode?.suggestion).toEqual({
      label: 'this and all edits in /docs',
      isCode: false,
      permissions: [{ kind: 'folder', path: '/docs' }],
      mode: 'acceptEdits',
    })
    expect(rest).toEqual([])
  })

  test('never ends in a settings file', () => {
    const proposed = [rule('Bash', 'cp *'), folders('/docs'), edits]
    const updates = readSuggestions(proposed, '/srv').flatMap((offered) => offered.updates)
    expect(updates.length).toBe(4)
    expect(new Set(updates.map(({ destination }) => destination))).toEqual(new Set(['session']))
  })

  test('the folder that it works in anyway is no permission', () => {
    expect(readSuggestions([folders('/srv')], '/srv')).toEqual([])
  })

  test.each<PermissionUpdate>([
    { type: 'addRules', behavior: 'deny', rules: [{ toolName: 'Bash' }], destination: 'session' },
    { type: 'replaceRules', behavior: 'allow', rules: [{ toolName: 'Bash' }], destination: 'session' },
    { type: 'removeRules', behavior: 'deny', rules: [{ toolName: 'Bash' }], destination: 'session' },
    { type: 'removeDirectories', directories: ['/docs'], destination: 'session' },
    { type: 'setMode', mode: 'bypassPermissions', destination: 'session' },
    rule('Bash', ''),
    rule('Bash(ls), Read'),
    rule('Bash', 'a\0b'),
  ])('%j is left out', (update) => {
    expect(readSuggestions([update], '/srv')).toEqual([])
  })

  test('what a button cannot say whole is not offered on it', () => {
    const short = readSuggestions([rule('Bash', `echo ${'x'.repeat(200)}`)], '/srv')
    expect(short[0]?.suggestion.label).toBe(`echo ${'x'.repeat(200)}`)
    expect(readSuggestions([rule('Bash', `echo ${'x'.repeat(5000)}; rm a`)], '/srv')).toEqual([])
  })

  test('more rules than anybody reads are not offered', () => {
    const proposed = Array.from({ length: 9 }, (_, n) => rule('Bash', `cmd${n} *`))
    expect(readSuggestions(proposed, '/srv')).toEqual([])
  })
})

test.each([
  [{ toolName: 'Bash', ruleContent: 'python3 -c "print(1)"' }, 'Bash(python3 -c "print\\(1\\)")'],
  [{ toolName: 'Bash', ruleContent: 'printf a\\n' }, 'Bash(printf a\\\\n)'],
  [{ toolName: 'WebSearch' }, 'WebSearch'],
])('a rule is written as the CLI writes it: %j', (value, text) => {
  expect(ruleText(value)).toBe(text)
})
