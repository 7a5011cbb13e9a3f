import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FactsCli } from './real-facts.ts'
import { findTranscript, locateInTranscript } from './transcript.ts'

// One process for all tests; each leaves it idle.
describe('the input of the CLI', () => {
  let facts: FactsCli
  const peer = { isSynthetic: true, client_composed: true } as const

  beforeAll(async () => {
    facts = await FactsCli.start()
  })

  afterAll(() => facts.close())

  test('a prompt is queued, then started, then its turn begins and ends, then it is completed', async () => {
    const end = facts.end()
    const uuid = facts.write('say: one')
    await end
    expect(facts.steps()).toEqual(wholeTurn(uuid))
  })

  test('a later prompt waits for the end of the turn and gets a turn of its own', async () => {
    const first = facts.result()
    facts.write('wait: gate\nsay: first')
    await facts.model.held('gate')
    const uuid = facts.write('say: second', peer)
    await facts.lifecycle(uuid, 'queued')
    const started = facts.lifecycle(uuid, 'started')
    facts.model.release('gate')
    expect(await first).toMatchObject({ result: 'first' })
    expect(facts.steps()).not.toContain(`${uuid} started`)
    const second = facts.end()
    await started
    expect(await second).toMatchObject({ result: 'second' })
  })

  test('what is not the user’s is marked for the model, what is theirs is not', async () => {
    await facts.turn('say: from a peer', peer)
    expect(facts.lastRequest()).toContain(
      '[MESSAGE FROM NON-USER SOURCE - NOT USER INPUT]\\nsay: from a peer',
    )
    await facts.turn('say: from the user')
    expect(facts.lastRequest()).toContain('"text":"say: from the user"')
  })

  test('a line that begins with a slash runs as a command only when the user typed it', async () => {
    const before = facts.model.requests().length
    const told = await facts.turn('/cost', peer)
    expect(told.num_turns).toBe(1)
    expect(facts.lastRequest()).toContain('/cost')
    expect(facts.model.requests()).toHaveLength(before + 1)
    const run = await facts.turn('/cost')
    expect(run).toMatchObject({ subtype: 'success', is_error: false, num_turns: 0 })
    expect(facts.model.requests()).toHaveLength(before + 1)
  })

  test('a command of the user’s has a turn with a beginning and an end, as any prompt', async () => {
    const before = facts.steps().length
    const end = facts.end()
    const uuid = facts.write('/cost')
    await end
    expect(facts.steps().slice(before)).toEqual(wholeTurn(uuid))
  })

  test('odd characters and a whole mebibyte reach the model as they are', async () => {
    const odd = 'a\r\nb\u2028c\u0085d\u{1F600}e\u200Ff'
    await facts.turn(`${odd}\nsay: read`, peer)
    expect(facts.lastRequest()).toContain(JSON.stringify(odd).slice(1, -1))
    const long = 'x'.repeat(1024 * 1024)
    expect(await facts.turn(`${long}\nsay: read all`, peer)).toMatchObject({ result: 'read all' })
    expect(facts.lastRequest()).toContain(long)
  })

  test('an interrupt ends the turn as an error with a reason, and cancels the prompt it had read', async () => {
    const result = facts.end()
    const uuid = facts.write('slow: 1 half a sentence\nwait: gate')
    const cancelled = facts.lifecycle(uuid, 'cancelled')
    await facts.model.held('gate')
    await facts.cli.interrupt()
    expect(await result).toMatchObject({
      subtype: 'error_during_execution',
      is_error: true,
      terminal_reason: 'aborted_streaming',
    })
    await cancelled
    expect(facts.steps()).toContain(`${uuid} started`)
  })

  test('a denial reaches the model with its words, an allowed tool runs', async () => {
    facts.decide(() => Promise.resolve({ behavior: 'deny', message: 'not on a Sunday' }))
    await facts.turn('call: Bash {"command":"touch denied"}\nsay: done')
    expect(facts.lastRequest()).toContain('not on a Sunday')
    facts.decide((_tool, input) => Promise.resolve({ behavior: 'allow', updatedInput: input }))
    await facts.turn('call: Bash {"command":"echo ran > allowed; cat allowed"}\nsay: done')
    expect(facts.lastRequest()).toContain('"content":"ran"')
  })

  test('a question is a permission whose input takes the answers', async () => {
    const question = { question: 'Which?', header: 'Which', multiSelect: false }
    const options = ['red', 'blue'].map((label) => ({ label, description: label }))
    facts.decide((_tool, input) =>
      Promise.resolve({ behavior: 'allow', updatedInput: { ...input, answers: { 'Which?': 'blue' } } }),
    )
    const input = JSON.stringify({ questions: [{ ...question, options }] })
    await facts.turn(`call: AskUserQuestion ${input}\nsay: done`)
    expect(facts.lastRequest()).toContain('\\"Which?\\"=\\"blue\\"')
  })

  test('a request that is interrupted is taken back', async () => {
    const asked = Promise.withResolvers<AbortSignal>()
    facts.decide((_tool, _input, { signal }) => {
      asked.resolve(signal)
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)))
    })
    const result = facts.end()
    facts.write('call: Bash {"command":"touch never"}\nsay: done')
    const signal = await asked.promise
    await facts.cli.interrupt()
    expect(await result).toMatchObject({
      subtype: 'error_during_execution',
      terminal_reason: 'aborted_tools',
    })
    expect(signal.aborted).toBe(true)
  })

  test('the CLI begins a turn of its own when a task in the background is done', async () => {
    facts.decide((_tool, input) => Promise.resolve({ behavior: 'allow', updatedInput: input }))
    await facts.turn('call: Bash {"command":"sleep 1; touch x","run_in_background":true}\nsay: started')
    const before = facts.steps().length
    await facts.end()
    expect(facts.steps().slice(before)).toEqual(['running', 'init', 'result', 'idle'])
    expect(facts.lastRequest()).toContain('NOT USER INPUT')
  })

  test('a prompt that was steered into a turn stands in the transcript under its uuid', async () => {
    const asked = Promise.withResolvers<() => void>()
    facts.decide(
      (_tool, input) =>
        new Promise((resolve) => {
          asked.resolve(() => resolve({ behavior: 'allow', updatedInput: input }))
        }),
    )
    const end = facts.end()
    facts.write('call: Bash {"command":"touch folded"}\nsay: first')
    const goOn = await asked.promise
    const queued = facts.cli.next((message) => message.type.toString() === 'command_lifecycle')
    const uuid = facts.cli.write('say: folded')
    await queued
    goOn()
    const { session_id: conversation } = await end
    const path = await findTranscript(join(facts.home, 'config'), conversation)
    expect(await locateInTranscript(path ?? '', uuid)).toMatchObject({ found: 'finished' })
  })

  // Last, because it clears the conversation.
  test('after /clear the conversation goes on under the id of the next init, not of the reset', async () => {
    const before = facts.cli.heard.length
    await facts.turn('/clear')
    const heard = facts.cli.heard.slice(before)
    const reset = heard.find((message) => message.type === 'conversation_reset')
    const init = heard.find((message) => message.type === 'system' && message.subtype === 'init')
    expect(reset).toBeDefined()
    expect(init?.session_id).not.toBe(reset?.session_id)
    expect(init?.session_id).not.toBe(
      reset?.type === 'conversation_reset' ? reset.new_conversation_id : undefined,
    )
    const next = await facts.turn('say: afresh')
    expect(next.session_id).toBe(init?.session_id)
  })
})

function wholeTurn(uuid: string): string[] {
  return ['running', `${uuid} queued`, `${uuid} started`, 'init', 'result', `${uuid} completed`, 'idle']
}
