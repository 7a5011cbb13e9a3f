import { expect, test } from './app.ts'
import type { Janus } from './janus.ts'
import { lastPrompt, timesSaid } from './model.ts'
import { ask, atRest, body, call, crossings, links, makeAgents, often } from './peers.ts'
import { test as sharedTest } from './shared-app.ts'

/** A timer of the API; only the fields used here. */
interface BeatSeen {
  readonly id: string
  readonly intent: string
  readonly state: string
  readonly fired: number
  readonly setBy: string
}

const timers = (janus: Janus, agent: string): Promise<readonly BeatSeen[]> =>
  body<BeatSeen[]>(janus, 'GET', `/heartbeats?agent=${agent}`)

const beat = (intent: string, note: string, in_seconds: number, about?: string): string =>
  call('set_heartbeat', { intent, note, in_seconds, ...(about === undefined ? {} : { about }) })

/** Two scenarios in one app, to save time: Cara's anchor and Alice's check fire in parallel. */
test(
  'a check shows the peer, a wait ends with its question, neither crosses; an anchor outlives a crash',
  { tag: '@long' },
  async ({ janus, model, place }) => {
    await makeAgents(janus, place, 'Alice', 'Bob', 'Cara')
    await ask(janus, 'Cara', beat('anchor', 'the rudder', 5), 'say: Set.')
    await janus.kill()
    await janus.start()

    const question = {
      target: 'Bob',
      message: 'wait: answer\nsay: It is dry.',
      expect_reply: true,
      link: 'answers',
    }
    const begun = 'say: SILENT'
    await ask(
      janus,
      'Alice',
      call('send_to_agent', question),
      beat('check', 'how dry it is', 5, 'Bob'),
      begun,
    )
    await model.held('answer')
    const [, ticket = ''] =
      /"message_id":"(msg-\w+)"/.exec(JSON.stringify(await model.lastWith(begun)).replaceAll('\\', '')) ?? []
    // A new task asks about the check, unless it has fired by now.
    const kept = (await timers(janus, 'Alice')).filter(({ intent }) => intent === 'check')
    const keep = kept.map(({ id }) => call('keep_heartbeat', { timer_id: id }))
    await ask(janus, 'Alice', ...keep, beat('wait', 'whether it is dry', 600, ticket), begun)

    // On a slow machine the check fires before the turn that set the wait, and late.
    const checked = async () =>
      (await model.requests()).map(lastPrompt).find((prompt) => prompt.includes('[Janus: check timer ')) ?? ''
    await expect
      .poll(checked, { intervals: [250] })
      .toMatch(/You told yourself: how dry it is\n(Late by .*\n)?"Bob" is working/)
    const prompt = await checked()
    expect(prompt).toContain('NON-USER SOURCE')
    expect(prompt).toMatch(
      new RegExp(`^${ticket} of "Alice" to "Bob", .* ago, read, not answered yet: "wait: answer`, 'm'),
    )

    expect(await timers(janus, 'Alice')).toMatchObject([{ intent: 'wait', setBy: 'Alice' }])

    // The wait ends with its question; an agent whose turn came from another agent then has an anchor.
    await model.release('answer')
    await expect
      .poll(async () => (await timers(janus, 'Alice')).map(({ intent }) => intent), often)
      .toEqual(['anchor'])
    await atRest(janus)
    const [link] = await links(janus)
    const told = await crossings(janus, link?.id ?? '')
    expect(told.filter(({ kind }) => kind === 'said')).toEqual([])

    await expect
      .poll(() => timers(janus, 'Cara'), often)
      .toMatchObject([{ intent: 'anchor', state: 'resting', fired: 2 }])
    await atRest(janus)
    const request = await model.lastWith('[Janus: anchor timer')
    expect(timesSaid(request, 'You told yourself: the rudder')).toBe(2)
    expect(lastPrompt(request)).toContain('Go back to that work now')
  },
)

interface TimerSeen {
  readonly id: string
  readonly note: string
  readonly state: string
}

const own = (note: string): string => call('set_heartbeat', { intent: 'wait', note, in_seconds: 5 })

sharedTest(
  'with a new task an agent is asked once which of its own timers still hold; what it keeps fires, the rest comes back by a click',
  { tag: '@long' },
  async ({ janus, model, place, desk }) => {
    await makeAgents(janus, place, 'Alice')
    await ask(janus, 'Alice', own('has the tide turned?'), own('is the rudder in?'), 'say: Set.')
    await atRest(janus)
    const timers = () => body<TimerSeen[]>(janus, 'GET', '/heartbeats?agent=Alice')
    const [tide, rudder] = await timers()

    await ask(janus, 'Alice', call('keep_heartbeat', { timer_id: rudder?.id ?? '' }), 'say: A new task.')
    await atRest(janus)
    const prompts = async () => (await model.requests()).map(lastPrompt)
    const told = (await prompts()).find((prompt) => prompt.includes('say: A new task.')) ?? ''
    const lines = told.split('\n').filter((line) => line !== '')
    expect(
      timesSaid(await model.lastWith('say: A new task.'), 'You had set these timers for yourself before'),
    ).toBe(1)
    expect(lines.slice(0, 3)).toEqual([
      '[MESSAGE FROM NON-USER SOURCE - NOT USER INPUT]',
      '[Janus]:',
      'Your user gives you a new task below. You had set these timers for yourself before:',
    ])
    expect(
      lines.filter((line) => line.startsWith('- hb-')).map((line) => line.replace(/in \d s/, 'in … s')),
    ).toEqual([
      `- ${tide?.id ?? ''}, wait, in … s: "has the tide turned?"`,
      `- ${rudder?.id ?? ''}, wait, in … s: "is the rudder in?"`,
    ])
    expect(lines.slice(-4)).toEqual([
      '[Janus: end of notes. What follows has its own header.]',
      '[From your user]:',
      `call: keep_heartbeat {"timer_id":"${rudder?.id ?? ''}"}`,
      'say: A new task.',
    ])

    // The kept timer fires, later than the other would have.
    await expect
      .poll(timers, often)
      .toMatchObject([{ id: tide?.id, state: 'dropped', note: 'has the tide turned?' }])
    await atRest(janus)
    const fired = (await prompts()).filter((prompt) => prompt.includes('[Janus: wait timer '))
    expect(fired.every((prompt) => prompt.includes('is the rudder in?'))).toBe(true)
    expect(fired.length).toBeGreaterThan(0)

    await desk.show('Alice')
    const row = desk.transcript('Alice').getByText('It dropped its wait with your newer task')
    await expect(row).toBeVisible()
    await desk.transcript('Alice').getByRole('button', { name: 'Keep timer: has the tide turned?' }).click()
    await expect.poll(timers, often).toMatchObject([{ id: tide?.id, state: 'armed' }])
  },
)
