import { beforeEach, describe, expect, test } from 'vitest'
import { families } from './testing/stage-families.ts'
import { Stage } from './testing/stage.ts'

let stage: Stage
beforeEach(() => {
  stage = new Stage()
})

describe.each(Object.entries(families))('an agent of %s', (_, family) => {
  test.each([
    ['Ask Scout whether it works', 'send_to_agent'],
    ['Ask bea@barn whether it works', 'send_to_agent'],
    ['Talk with Scout about the fares', 'open_link'],
    ['Find what is untested', null],
    ['Read the open issues', null],
    ['What does this project do?', null],
    ['Run the tests', null],
  ])('plays what Claude plays: %s', (words, called) => {
    const claude = stage.ask(words)
    const other = new Stage()
    other.family = family
    expect(other.ask(words)).toBe(claude)
    expect(other.calls).toEqual(stage.calls)
    expect(other.calls.at(-1)?.tool ?? null).toBe(called)
  })

  test.each(['Ask me where to begin', 'Watch the pier in the background'])(
    'says what can be tried where only Claude has the tool: %s',
    (words) => {
      const other = new Stage()
      other.family = family
      const isClaude = family === families.claude
      expect(other.ask(words).includes('I am the rehearsal model')).toBe(!isClaude)
      expect(other.told.join()).not.toContain('There is no tool')
    },
  )

  test('answers a question that came as a letter, whatever its program says beside it', () => {
    const other = new Stage()
    other.family = family
    other.ask(
      '[From agent "Ann"]:\nWhich parts have no tests?\n[Janus: expects a reply, reply_to_agent "msg-7"]',
    )
    expect(other.calls).toMatchObject([{ tool: 'reply_to_agent', input: { message_id: 'msg-7' } }])
  })
})
