import { expect, test } from './app.ts'
import { ask, body, makeAgents } from './peers.ts'

test(
  'of two hundred tabs only those run that have something to do, and each is found and answers, after a crash too',
  { tag: '@long' },
  async ({ desk, janus, place }) => {
    const names = Array.from({ length: 200 }, (_, n) => `tab ${n + 1}`)
    await makeAgents(janus, place, ...names)
    for (const name of ['tab 1', 'tab 100', 'tab 200'])
      expect(await ask(janus, name, `say: Here is ${name}.`)).toBe(`Here is ${name}.`)
    expect(await janus.clis()).toHaveLength(3)
    await janus.kill()
    await janus.start()
    await desk.open(janus.url)
    const all = await body<{ name: string }[]>(janus, 'GET', '/agents')
    expect(all.map(({ name }) => name)).toEqual(names)
    await desk.page.keyboard.press('ControlOrMeta+k')
    await desk.page.keyboard.type('tab 100')
    await desk.page.keyboard.press('Enter')
    await expect(desk.line('tab 100', 'Here is tab 100.')).toHaveCount(1)
    expect(await ask(janus, 'tab 150', 'say: Here too.')).toBe('Here too.')
    expect(await janus.clis()).toHaveLength(1)
  },
)
