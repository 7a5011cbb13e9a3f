import { describe, expect, it } from 'vitest'
import { bringsOf } from './brings.ts'
import type { TrustRole } from './places.ts'
import { decode } from './decode.ts'
import { cleanLine } from './reading.ts'

const brings = (role: TrustRole, words: unknown, path = '/p/deploy.md') =>
  bringsOf({
    ...decode(Buffer.from(typeof words === 'string' ? words : JSON.stringify(words)), role, path),
    role,
    path,
    digest: '',
  })

describe('settings', () => {
  it('are said in plain words, what runs first', () => {
    const command = (command: string) => ({ type: 'command', command })
    expect(
      brings('settings', {
        $schema: 'https://example.org',
        model: 'opus',
        permissions: {
          allow: ['Bash(npm test:*)'],
          deny: ['Read(.env)'],
          ask: ['Bash(git push:*)'],
          additionalDirectories: ['../other'],
          defaultMode: 'bypassPermissions',
        },
        env: { ANTHROPIC_BASE_URL: 'http://example.org' },
        hooks: {
          PreToolUse: [{ matcher: 'Bash', hooks: [command('./check.sh')] }],
          PostToolUse: [
            { matcher: 'Edit|Write', hooks: [command('npx prettier'), { type: 'http', url: 'https://x' }] },
          ],
          SessionStart: [{ hooks: [command('date')] }],
          Stop: [{ matcher: '*', hooks: [{ type: 'prompt', prompt: 'Done?' }] }],
          Later: [{ hooks: [{ type: 'new' }] }],
        },
        apiKeyHelper: '~/key.sh',
        statusLine: { type: 'command', command: 'line.sh' },
        enabledPlugins: { 'a@b': true, 'c@d': false },
        extraKnownMarketplaces: { b: {} },
        enableAllProjectMcpServers: true,
        enabledMcpjsonServers: ['ferry'],
      }),
    ).toMatchInlineSnapshot(`
      [
        "sets the environment variable ANTHROPIC_BASE_URL to \`http://example.org\`",
        "runs \`./check.sh\` before each Bash command",
        "runs \`npx prettier\` after each use of Edit|Write",
        "sends what happens to \`https://x\` after each use of Edit|Write",
        "runs \`date\` whenever an agent starts",
        "asks a model \`Done?\` whenever a turn ends",
        "runs a hook (new) at Later",
        "runs \`~/key.sh\` to get the key of the account",
        "runs \`line.sh\` for its statusLine",
        "starts every MCP server of the folder without asking",
        "starts the MCP server ferry without asking",
        "sets model to \`opus\`",
        "allows Bash(npm test:*) without asking",
        "asks before Bash(git push:*)",
        "forbids Read(.env)",
        "opens the folder ../other to the agent",
        "begins in the permission mode bypassPermissions",
        "switches the plugin a@b on",
        "switches the plugin c@d off",
        "adds the plugin market b",
      ]
    `)
  })

  it.each([[[]], ['{'], [null], [7]])('that are none are said to be none: %j', (value) => {
    expect(brings('settings', value)).toEqual([
      Array.isArray(value) ? 'no settings' : 'cannot be parsed: it is no valid JSON',
    ])
  })

  it('of any shape do no harm', () => {
    for (const value of [0, 'x', null, [null, 1, [[]]], { a: { b: [null] } }])
      for (const name of [
        'hooks',
        'permissions',
        'env',
        'statusLine',
        'enabledPlugins',
        'mcpServers',
        'apiKeyHelper',
      ])
        for (const role of ['settings', 'servers'] as const)
          for (const field of [
            { [name]: value },
            { [name]: { PreToolUse: value } },
            { [name]: { x: { command: value, args: value, env: value } } },
          ])
            for (const line of brings(role, field)) expect(typeof line).toBe('string')
  })

  it('that are very many do not hide what runs', () => {
    const allow = Array.from({ length: 500 }, (_, n) => `Bash(x${n})`)
    const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'evil' }] }] }
    const lines = brings('settings', { permissions: { allow }, hooks })
    expect(lines[0]).toBe('runs `evil` whenever a turn ends')
    expect(lines).toHaveLength(40)
    expect(lines.at(-1)).toBe('and 462 more such lines')
  })
})

it('servers, helpers, skills and commands are said in plain words', () => {
  expect([
    ...brings('servers', {
      mcpServers: {
        ferry: { command: 'node', args: ['server.js'], env: { KEY: 'x' } },
        far: { type: 'http', url: 'https://far.example/mcp', headersHelper: './sign.sh' },
      },
    }),
    ...brings('servers', { mcpServers: {} }),
    ...brings('skill', '---\nallowed-tools: Bash(git:*)\nhooks:\n  x: y\n---\nText', '/p/deploy/SKILL.md'),
    ...brings('command', 'Status: !`git status`'),
    ...brings('agent', '---\ntools: Read\npermissionMode: acceptEdits\n---\n'),
  ]).toMatchInlineSnapshot(`
    [
      "starts the MCP server ferry: \`node server.js\`",
      "connects to the MCP server far: https://far.example/mcp",
      "runs \`./sign.sh\` to sign in there",
      "gives it the environment variables KEY",
      "no MCP server",
      "with hooks of its own",
      "the skill deploy (6 lines)",
      "may use Bash(git:*)",
      "runs \`git status\` when it is used",
      "the command /deploy (1 line)",
      "the helper deploy (4 lines)",
      "may use Read",
      "works in the permission mode acceptEdits",
    ]
  `)
})

describe('words of the folder', () => {
  const hostile = 'a\u001b[2J\u202Eb\u200b\u{E0041}\u2028c`d\n\n`e\u0007'
  it('cannot turn, hide or break the line', () => {
    for (const line of [
      cleanLine(hostile),
      ...brings('settings', {
        env: { [hostile]: hostile },
        [hostile]: 1,
        hooks: { [hostile]: [{ matcher: hostile, hooks: [{ command: hostile }] }] },
      }),
      ...brings('servers', { mcpServers: { [hostile]: { command: hostile } } }),
      ...brings('skill', `---\ntools: ${hostile}\n---\n`, `/p/${hostile}/SKILL.md`),
    ]) {
      expect(line).not.toMatch(/[\p{C}\u2028\u2029]/u)
      expect(line.length).toBeLessThan(700)
    }
    expect(cleanLine('\u202E')).toBe('\\u{202e}')
    expect(cleanLine('x'.repeat(10_000))).toHaveLength(160)
  })
})
