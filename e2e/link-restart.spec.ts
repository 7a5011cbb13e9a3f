import { expect, test } from './app.ts'
import type { Janus } from './janus.ts'
import { timesSaid, wordsOf, type Model } from './model.ts'
import { ask, atRest, body, call, crossings, links, makeAgents } from './peers.ts'

/** A timer of the API; only the fields used here. */
interface TimerSeen {
  readonly note: string
  readonly state: string
  readonly firesAt: string | null
}

const timers = (janus: Janus): Promise<readonly TimerSeen[]> => body(janus, 'GET', '/heartbeats')

/** How often the agent's newest conversation has this text. */
async function timesTold(model: Model, words: string): Promise<number> {
  return timesSaid(await model.lastWith(words), words)
}

test(
  'an answer that its CLI finishes while Janus is dead crosses once; links and timers outlive it',
  { tag: '@long' },
  async ({ janus, model, place }) => {
    await makeAgents(janus, place, 'Alice', 'Bob', 'Cara')
    const open = call('open_link', { agents: ['Bob'], mode: 'converse' })
    await ask(janus, 'Alice', open, 'say: The sail is set.')
    await atRest(janus)
    const [before] = await links(janus)
    const id = before?.id ?? ''
    // The user's own timer: a new task does not ask about it.
    const anchor = { agent: 'Alice', intent: 'anchor', note: 'the rudder', inSeconds: 600 }
    await body(janus, 'POST', '/heartbeats', anchor)
    const [rudder] = await timers(janus)
    const asBefore = { note: 'the rudder', state: 'armed', firesAt: rudder?.firesAt }
    expect(rudder).toMatchObject(asBefore)

    const whole = 'The hold is dry.'
    const message = ['muse: canary of a thought', 'wait: hold', `say: ${whole}`].join('\n')
    await body(janus, 'POST', '/agents/Alice/message', { message })
    await model.held('hold')
    const set = { agent: 'Cara', intent: 'check', note: 'how the wind is', inSeconds: 5, about: 'Bob' }
    const { firesAt } = await body<TimerSeen>(janus, 'POST', '/heartbeats', set)
    await janus.kill()

    await test.step('its CLI says its last words to nobody, and the timer falls due', async () => {
      await model.open('hold')
      expect(await janus.clisOnceAtMost(0)).toEqual([])
      await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(firesAt ?? '') + 1000)
      expect((await model.requests()).some((request) => wordsOf(request).includes('how the wind is'))).toBe(
        false,
      )
    })

    const crossed = [
      { fromName: 'Alice', text: 'The sail is set.' },
      { fromName: 'Bob', kind: 'silent' },
      { fromName: 'Alice', kind: 'said', text: whole },
      { fromName: 'Bob', kind: 'silent' },
    ]
    // After the second crash nothing may look unfinished.
    for (const again of ['first', 'second']) {
      await test.step(`all is there after the ${again} crash`, async () => {
        if (again === 'second') await janus.kill()
        await janus.start()
        await expect.poll(() => crossings(janus, id)).toMatchObject(crossed)
        await expect.poll(() => timers(janus)).toMatchObject([asBefore])
        await atRest(janus)
        expect(await crossings(janus, id)).toHaveLength(4)
        expect(
          await timesTold(model, `[From agent "Alice", over your link, in your conversation]:\n${whole}`),
        ).toBe(1)
        expect(await timesTold(model, 'Your user told you: how the wind is')).toBe(1)
        expect(await links(janus)).toMatchObject([{ id, state: 'open', budget: { allowed: 8, used: 1 } }])
      })
    }
  },
)
