import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Outcome } from '../../ports/ports.ts'
import { SpokenModel, type Spoken, type SpokenAnswer } from './testing/spoken-model.ts'
import { FactsCli } from './real-facts.ts'
import { StreamReader } from './stream.ts'
import { locateInTranscript, type LocatedPrompt } from './transcript.ts'

const echo: Spoken = { tool: 'mcp__janus-agents__echo', input: { text: 'canary in a tool' } }
const begun: SpokenAnswer = { blocks: [{ thought: 'canary thought' }, { text: 'early canary' }, echo] }
const stopped = (text: string, stop: NonNullable<SpokenAnswer['stop']>): SpokenAnswer => ({
  blocks: [{ text }],
  stop,
})

// The final text of a completed turn is what crosses to other agents. Tests it live and in the transcript.
describe('the final text of a turn', () => {
  let model: SpokenModel
  let facts: FactsCli
  let from = 0
  beforeAll(async () => {
    model = await SpokenModel.start()
    facts = await FactsCli.start((options) => options, { ANTHROPIC_BASE_URL: model.url })
  })
  afterAll(async () => {
    await facts.close()
    await model.close()
  })
  beforeEach(() => {
    from = facts.cli.heard.length
  })

  const outcome = (): Outcome | undefined => {
    const reader = new StreamReader('')
    const heard = facts.cli.heard.slice(from).flatMap((message) => reader.read(message))
    const ends = heard.flatMap((one) => ('fact' in one && one.fact.type === 'turn.ended' ? [one.fact] : []))
    expect(ends).toHaveLength(1)
    return ends[0]?.outcome
  }

  /** The outcome as read from the transcript, as after a crash of the app. */
  const located = async (frame: string): Promise<LocatedPrompt> =>
    locateInTranscript((await facts.transcript()) ?? '', frame)

  const turn = async (...answers: readonly SpokenAnswer[]): Promise<string> => {
    model.says(...answers)
    const end = facts.end()
    const frame = facts.write('go')
    await end
    return frame
  }

  test.each<[string, readonly SpokenAnswer[], string]>([
    [
      'thoughts, earlier texts and tools',
      [begun, { blocks: [{ thought: 'canary' }, { text: 'the end' }] }],
      'the end',
    ],
    [
      'an earlier text of the same answer',
      [{ blocks: [{ text: 'canary' }, { thought: 'hm' }, { text: 'the end' }] }],
      'the end',
    ],
    ['a thought after it', [begun, { blocks: [{ text: 'the end' }, { thought: 'canary' }] }], 'the end'],
    [
      'an answer whose connection broke',
      [{ blocks: [{ text: 'canary' }], cut: true }, { blocks: [{ text: 'the end' }] }],
      'the end',
    ],
    [
      'one that was too long, before it goes on',
      [stopped('canary', 'max_tokens'), { blocks: [{ text: 'the end' }] }],
      'the end',
    ],
  ])('has nothing of %s', async (_, answers, text) => {
    const frame = await turn(...answers)
    expect(outcome()).toEqual({ kind: 'completed', text })
    expect(await located(frame)).toEqual({ found: 'finished', text })
  })

  test.each([
    ['again and again too long', Array<SpokenAnswer>(4).fill(stopped('half a sen', 'max_tokens'))],
    ['refused', Array<SpokenAnswer>(2).fill(stopped('half a sen', 'refusal'))],
    ['told to wait', [stopped('half a sen', 'pause_turn')]],
  ])('is none where the answer is %s', async (_, answers) => {
    await turn(begun, ...answers)
    expect(outcome()).toMatchObject({ kind: 'broken' })
  })

  test('is none where the user stops it, in the midst of a text or after a whole one', async () => {
    const answers: readonly SpokenAnswer[] = [
      { blocks: [{ text: 'half a sen' }], held: true },
      { blocks: [{ text: 'A whole sentence.' }, { text: 'half a sen' }], held: true },
    ]
    for (const answer of answers) {
      from = facts.cli.heard.length
      model.says(answer)
      const held = model.held()
      const end = facts.end()
      const heardHalf = facts.cli.next((one) => JSON.stringify(one).includes('half a sen'))
      const frame = facts.write('go')
      await Promise.all([held, heardHalf])
      await facts.cli.interrupt()
      await end
      expect(outcome()).toEqual({ kind: 'interrupted' })
      expect(await located(frame)).toEqual({ found: 'finished', text: '' })
    }
  })

  // Last, because it ends the process.
  test('is none where the CLI dies after a whole text, before the end of its answer', async () => {
    model.says({ blocks: [{ text: 'A whole sentence.' }, { text: 'half a sen' }], held: true })
    const whole = facts.cli.next(
      (one) => one.type === 'assistant' && JSON.stringify(one).includes('A whole sentence.'),
    )
    const frame = facts.write('go')
    await Promise.all([whole, facts.recorded(frame)])
    process.kill(facts.pid, 'SIGKILL')
    await facts.cli.ended
    expect(await located(frame)).toEqual({ found: 'unfinished', text: '' })
  })
})
