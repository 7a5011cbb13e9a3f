import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { CanUseTool, Options } from '@anthropic-ai/claude-agent-sdk'
import { launchOptions } from './options.ts'
import { FactsCli } from './real-facts.ts'
import { readSuggestions, type OfferedSuggestion } from './suggestions.ts'

const bash = (command: string): string => `call: Bash ${JSON.stringify({ command })}\nsay: done`

/** A CLI whose user accepts the suggestion that `pick` returns, or denies. */
async function open(
  pick: (offered: OfferedSuggestion[]) => OfferedSuggestion | undefined,
  change: (options: Options) => Options = (options) => options,
): Promise<{ facts: FactsCli; asked: string[] }> {
  const facts = await FactsCli.start(change)
  onTestFinished(() => facts.close())
  const asked: string[] = []
  const decide: CanUseTool = (tool, input, { suggestions = [] }) => {
    asked.push(tool)
    const taken = pick(readSuggestions(suggestions, facts.cwd))
    return Promise.resolve(
      taken === undefined
        ? { behavior: 'deny', message: 'no' }
        : { behavior: 'allow', updatedInput: input, updatedPermissions: [...taken.updates] },
    )
  }
  facts.decide(decide)
  return { facts, asked }
}

test('each suggestion is enough for what it was made for, and no settings file is written', async () => {
  const { facts, asked } = await open(([first]) => first)
  const beside = join(facts.home, 'beside')
  mkdirSync(beside)
  for (const turn of [
    bash('printf "a(b)\\n"'),
    bash(`touch ${beside}/one`),
    bash('touch x; mkdir y'),
    'call: mcp__janus-agents__where {}\nsay: done',
    bash(`cp ${beside}/one z`),
  ]) {
    await facts.turn(turn)
    asked.length = 0
    await facts.turn(turn)
    expect(asked, turn).toEqual([])
  }
  expect(existsSync(join(facts.cwd, '.claude'))).toBe(false)
  expect(existsSync(join(facts.home, 'config', 'settings.json'))).toBe(false)
})

test('what was allowed for good holds in a process that is started with it', async () => {
  const rules = ['Bash(npm run *)', 'Bash(printf "a\\(b\\)")', 'Bash(touch *)']
  const { facts, asked } = await open(
    () => undefined,
    (options) => withAllowed(options, rules, join(options.cwd ?? '', '..', 'beside')),
  )
  mkdirSync(join(facts.home, 'beside'))
  await facts.turn(bash('printf "a(b)"'))
  await facts.turn(bash(`touch ${facts.home}/beside/two`))
  expect(asked).toEqual([])
  await facts.turn(bash(`touch ${facts.home}/three`))
  expect(asked).toEqual(['Bash'])
})

test('a rule that cannot be read is passed over, and what is closed stays closed', async () => {
  const { facts, asked } = await open(
    () => undefined,
    (options) => withAllowed(options, ['Bash(unclosed', ')(', '', 'Bash(printf *)'], '/nowhere'),
  )
  await facts.turn(`call: Read {"file_path":"${facts.state}/secret.txt"}\nsay: done`)
  expect(facts.lastRequest()).not.toContain('the secret of the state folder')
  await facts.turn(bash('printf x'))
  expect(asked).toEqual([])
})

test('in plan mode it is the user who is asked', async () => {
  const { facts, asked } = await open(
    () => undefined,
    (options) => ({ ...options, permissionMode: 'plan' }),
  )
  await facts.turn(bash('touch x'))
  expect(asked).toEqual(['Bash'])
})

function withAllowed(options: Options, rules: readonly string[], folder: string): Options {
  const conversation = options.sessionId ?? ''
  const allowed = [
    ...rules.map((rule) => ({ kind: 'rule', rule }) as const),
    { kind: 'folder', path: folder } as const,
  ]
  const fixed = {
    kind: 'claude',
    program: null,
    model: null,
    permissionMode: 'default',
    name: 'facts',
    role: '',
    effort: null,
    instructions: '',
  } as const
  const launch = { cwd: options.cwd ?? '', conversation, conversed: false, allowed, ...fixed }
  const made = launchOptions(
    launch,
    { how: 'begin', conversation },
    {
      readableFolder: null,
      closedFolders: [],
      mcpServers: { 'janus-agents': { command: 'none' }, 'janus-history': { command: 'none' } },
      environment: {},
      overrides: {},
      appendSystemPrompt: '',
      cliPath: null,
      trust: 'plain',
    },
  )
  const [before, after] = [permissionsOf(options), permissionsOf(made)]
  return {
    ...options,
    settings: {
      ...(typeof options.settings === 'object' ? options.settings : {}),
      permissions: { ...before, ...after, deny: before.deny ?? [] },
    },
  }
}

type Permissions = NonNullable<Exclude<Options['settings'], string | undefined>['permissions']>

function permissionsOf({ settings }: Options): Permissions {
  return typeof settings === 'object' ? (settings.permissions ?? {}) : {}
}
