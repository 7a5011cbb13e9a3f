import { join } from 'node:path'
import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import { describe, expect, test } from 'vitest'
import { readBlocks } from './blocks.ts'
import { appears } from '../../adapters/processes/testing/real-agents.ts'
import { type FactsCli, openFacts } from './real-facts.ts'

const bash = (command: string): string => `call: Bash ${JSON.stringify({ command })}\nsay: done`
const question = `call: AskUserQuestion ${JSON.stringify({
  questions: [
    {
      question: 'Which?',
      header: 'Which',
      multiSelect: false,
      options: ['a', 'b'].map((label) => ({ label, description: label })),
    },
  ],
})}\nsay: done`

describe('the result of a call', () => {
  test.each([
    ['a command', bash('touch x')],
    ['a question', question],
  ])(
    'that the user denied is an error with their words alone, and names the call of the request: %s',
    async (_, prompt) => {
      const facts = await openFacts()
      const asked: string[] = []
      facts.decide((_tool, _input, { toolUseID }) => {
        asked.push(toolUseID)
        return Promise.resolve({ behavior: 'deny', message: 'not this way' })
      })
      await facts.turn(prompt)
      expect(results(facts)).toEqual([{ call: asked[0], text: 'not this way', end: 'failed' }])
      expect(facts.cli.heard.filter(isUser)).toMatchObject([
        { tool_result_meta: [{ permission_decision: { decision: 'reject', source: 'user_reject' } }] },
      ])
    },
  )

  test('that waited for the user when they stopped the turn', async () => {
    const facts = await openFacts()
    const asked = new Promise<AbortSignal>((resolve) => {
      facts.decide((_tool, _input, { signal }) => {
        resolve(signal)
        return new Promise((answer) => {
          signal.addEventListener('abort', () => answer({ behavior: 'deny', message: 'never seen' }))
        })
      })
    })
    const end = facts.end()
    facts.write(bash('touch x'))
    const signal = await asked
    await facts.cli.interrupt()
    await end
    expect(signal.aborted).toBe(true)
    stoppedAsEver(facts)
  })

  test('that ran when they stopped the turn', async () => {
    const facts = await openFacts()
    const end = facts.end()
    facts.write(
      'call: mcp__janus-agents__echo {"text":"x"}\ncall: Bash {"command":"touch began; tail -f /dev/null"}',
    )
    await appears(join(facts.cwd, 'began'))
    await facts.cli.interrupt()
    await end
    expect(results(facts)[0]).toMatchObject({ text: 'echo x', end: 'done' })
    stoppedAsEver(facts)
  })

  test('that failed by itself says nothing of the user', async () => {
    const facts = await openFacts()
    await facts.turn(bash('echo no; exit 3'))
    expect(results(facts)).toMatchObject([{ end: 'failed' }])
    expect(JSON.stringify(facts.cli.heard.filter(isUser))).not.toContain('non_execution_kind')
  })
})

/** Always in English: the text is for the model and not parsed. */
function stoppedAsEver(facts: FactsCli): void {
  const { text, end } = results(facts).at(-1) ?? {}
  expect(end).toBe('stopped')
  expect(text).toMatch(/^The user doesn't want to proceed with this tool use\./)
  expect(facts.cli.heard.filter(isUser).at(-1)).toMatchObject({
    message: { content: [{ type: 'text', text: '[Request interrupted by user for tool use]' }] },
  })
}

const isUser = ({ type }: SDKMessage): boolean => type === 'user'

function results(facts: FactsCli): { call: string; text: string; end: string }[] {
  return facts.cli.heard
    .flatMap(readBlocks)
    .flatMap((block) =>
      block.kind === 'result' ? [{ call: block.call, text: block.text, end: block.end }] : [],
    )
}
