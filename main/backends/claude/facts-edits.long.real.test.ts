import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type {
  HookJSONOutput,
  Options,
  PermissionMode,
  PreToolUseHookInput,
} from '@anthropic-ai/claude-agent-sdk'
import { openFacts, type FactsCli } from './real-facts.ts'

/** A tab with an edit hook; `answer` is the hook's result, and `seen` its inputs. */
async function open(
  answer: (input: PreToolUseHookInput) => HookJSONOutput,
  mode: PermissionMode = 'default',
): Promise<{ facts: FactsCli; seen: PreToolUseHookInput[]; reasons: (string | undefined)[] }> {
  const seen: PreToolUseHookInput[] = []
  const reasons: (string | undefined)[] = []
  const hook = (input: unknown) => {
    seen.push(input as PreToolUseHookInput)
    return Promise.resolve(answer(input as PreToolUseHookInput))
  }
  const hooks: Options['hooks'] = {
    PreToolUse: [{ matcher: 'Edit|MultiEdit|Write|NotebookEdit', hooks: [hook] }],
  }
  const facts = await openFacts(
    (options) => ({
      ...options,
      permissionMode: mode,
      allowDangerouslySkipPermissions: mode === 'bypassPermissions',
      hooks,
      // Otherwise the CLI refuses this mode as root.
    }),
    { IS_SANDBOX: '1' },
  )
  facts.decide((_tool, input, { decisionReason }) => {
    reasons.push(decisionReason)
    return Promise.resolve(
      decisionReason === 'deny this'
        ? { behavior: 'deny', message: 'no' }
        : { behavior: 'allow', updatedInput: input },
    )
  })
  return { facts, seen, reasons }
}

const says = (output: object): HookJSONOutput => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', ...output },
})

const write = (facts: FactsCli, name = 'a.txt'): string =>
  `call: Write ${JSON.stringify({ file_path: join(facts.cwd, name), content: 'x' })}\nsay: done`

test.each(['default', 'acceptEdits', 'bypassPermissions'] as const)(
  'words of a hook reach the model with the result of that call, and the call goes on (%s)',
  async (mode) => {
    const { facts, seen, reasons } = await open(() => says({ additionalContext: 'Scout was here.' }), mode)
    await facts.turn(write(facts))
    expect(existsSync(join(facts.cwd, 'a.txt'))).toBe(true)
    expect(seen.map(({ tool_name: name, cwd }) => [name, cwd])).toEqual([['Write', facts.cwd]])
    expect(facts.lastRequest()).toContain('Scout was here.')
    expect(reasons.length).toBe(mode === 'default' ? 1 : 0)
  },
)

test.each(['default', 'acceptEdits', 'bypassPermissions'] as const)(
  'a hook can have the user asked, who sees its reason and may say no (%s)',
  async (mode) => {
    const reason = 'deny this'
    const { facts, reasons } = await open(
      () =>
        says({
          permissionDecision: 'ask',
          permissionDecisionReason: reason,
          additionalContext: 'Scout was here.',
        }),
      mode,
    )
    await facts.turn(write(facts))
    expect(reasons).toEqual([reason])
    expect(existsSync(join(facts.cwd, 'a.txt'))).toBe(false)
    expect(facts.lastRequest()).toContain('Scout was here.')
  },
)

test('no words change nothing, and reading asks no hook', async () => {
  const { facts, seen } = await open(() => ({}))
  writeFileSync(join(facts.cwd, 'b.txt'), 'b')
  await facts.turn(`call: Read ${JSON.stringify({ file_path: join(facts.cwd, 'b.txt') })}\nsay: done`)
  expect(seen).toEqual([])
  await facts.turn(write(facts, 'b.txt'))
  expect(seen.length).toBe(1)
})

test('edits of subagents ask the hook too, with the id of the subagent', async () => {
  const { facts, seen } = await open(() => says({ additionalContext: 'Scout was here.' }))
  const prompt = write(facts)
  await facts.turn(
    `call: Agent ${JSON.stringify({ description: 'd', prompt, subagent_type: 'general-purpose', run_in_background: false })}\nsay: done`,
  )
  expect(seen.map(({ agent_id: id }) => typeof id)).toEqual(['string'])
})
