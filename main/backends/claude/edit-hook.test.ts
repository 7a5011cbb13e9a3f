import { expect, test } from 'vitest'
import type { HookInput, HookJSONOutput } from '@anthropic-ai/claude-agent-sdk'
import type { EditAdvice } from '../../ports/edits.ts'
import { editHook } from './edit-hook.ts'

async function answerTo(
  input: unknown,
  advice: EditAdvice,
): Promise<{ out: HookJSONOutput; asked: string[] }> {
  const asked: string[] = []
  const before = (path: string) => {
    asked.push(path)
    return Promise.resolve(advice)
  }
  const hook = editHook(before).PreToolUse?.[0]?.hooks[0]
  if (!hook) throw new Error('there is a hook')
  const call = { hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input: input } as HookInput
  const out = await hook(call, 'toolu', { signal: new AbortController().signal })
  return { out, asked }
}

const words = 'Scout has changed it.'

test('words go to the model, and a reason makes the CLI ask the user', async () => {
  const event = 'PreToolUse'
  expect(await answerTo({ file_path: '/a.ts' }, { words, ask: '' })).toEqual({
    asked: ['/a.ts'],
    out: { hookSpecificOutput: { hookEventName: event, additionalContext: words } },
  })
  const asks = { permissionDecision: 'ask', permissionDecisionReason: words }
  const both = await answerTo({ notebook_path: '/a.ipynb' }, { words, ask: words })
  expect(both.out).toEqual({
    hookSpecificOutput: { hookEventName: event, additionalContext: words, ...asks },
  })
  expect((await answerTo({ file_path: '/a.ts' }, { words: '', ask: words })).out).toEqual({
    hookSpecificOutput: { hookEventName: event, ...asks },
  })
})

test.each([null, 'a.ts', {}, { file_path: 4 }, { file_path: '' }])(
  'of the input %j nothing is asked',
  async (input) => {
    expect(await answerTo(input, { words, ask: words })).toEqual({ out: {}, asked: [] })
  },
)

test('where there is nothing to say, nothing is said', async () => {
  expect((await answerTo({ file_path: '/a.ts' }, { words: '', ask: '' })).out).toEqual({})
})
