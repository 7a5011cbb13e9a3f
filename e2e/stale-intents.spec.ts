import { lastPrompt, timesSaid } from './model.ts'
import { ask, atRest, body, call, makeAgents, often } from './peers.ts'
import { expect, test } from './shared-app.ts'

interface TimerSeen {
  readonly id: string
  readonly note: string
  readonly state: string
}

const own = (note: string): string => call('set_heartbeat', { intent: 'wait', note, in_seconds: 5 })

test(
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

    // The one that was kept fires, later than the other would have.
    await expect
      .poll(timers, often)
      .toMatchObject([{ id: tide?.id, state: 'dropped', note: 'has the tide turned?' }])
    await atRest(janus)
    const fired = (await prompts()).filter((prompt) => prompt.includes('[Janus: wait timer '))
    expect(fired.every((prompt) => prompt.includes('is the rudder in?'))).toBe(true)
    expect(fired.length).toBeGreaterThan(0)

    await desk.show('Alice')
    const row = desk.transcript('Alice').getByText('It did not keep its wait with your newer task')
    await expect(row).toBeVisible()
    await desk.transcript('Alice').getByRole('button', { name: 'Keep: has the tide turned?' }).click()
    await expect.poll(timers, often).toMatchObject([{ id: tide?.id, state: 'armed' }])
  },
)
