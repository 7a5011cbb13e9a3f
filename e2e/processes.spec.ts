import { expect, test } from './app.ts'
import { test as sharedTest } from './shared-app.ts'
import { body, makeAgents } from './peers.ts'

test(
  'an agent whose process was stopped from outside is shown as suspended, keeps what waits, and goes on',
  { tag: '@long' },
  async ({ desk, janus, model }) => {
    await desk.create('scout')
    await desk.say('scout', 'say: Begun.', 'wait: gate', 'say: Done.')
    await model.held('gate')
    const [cli = 0] = await janus.clis()
    process.kill(cli, 'SIGSTOP')
    // Janus checks its process once it has been silent for ten seconds.
    await expect(desk.tab('scout', 'working, suspended')).toBeVisible()
    const note = desk.page.getByRole('group', { name: /Suspended for/ })
    await expect(note).toContainText('stopped from outside')
    const { body } = await janus.api('GET', '/processes')
    expect(body).toMatchObject({ agents: [{ name: 'scout', state: 'suspended' }] })
    const agents = await janus.api('GET', '/agents')
    expect(agents.body).toMatchObject([
      { name: 'scout', status: 'working', reason: expect.stringContaining('SIGSTOP') as unknown },
    ])
    await desk.say('scout', 'say: Then this.')
    process.kill(cli, 'SIGCONT')
    await model.release('gate')
    await expect(desk.line('scout', 'Begun. Done.')).toBeVisible()
    await expect(desk.line('scout', 'Then this.')).toBeVisible()
    await expect(note).toHaveCount(0)
    expect(await janus.clis()).toEqual([cli])
  },
)

interface Process {
  readonly name: string
  readonly pid: number
  readonly state: string
  readonly memoryBytes: number | null
}
interface Seen {
  readonly agents: readonly Process[]
  readonly janus: { readonly memoryBytes: number | null }
}

sharedTest(
  'the list of processes shows what each agent uses, and stops one',
  async ({ desk, janus, place }) => {
    await makeAgents(janus, place, 'Ann', 'Bob')
    const { page } = desk
    for (const name of ['Ann', 'Bob']) {
      await desk.hear(name, 'Here.')
    }
    const button = page.getByRole('button', { name: '2 awake' })
    const list = page.getByRole('dialog', { name: 'Processes' })
    const row = (name: string) => list.getByRole('row', { name: new RegExp(name) })
    await button.press('Enter')
    await expect(row('Ann')).toContainText(/Idle.*\d+ MB.*\d+ %.*\d s/)
    await expect(row('Janus itself')).toContainText(/\d+ MB/)
    await desk.picture('processes')

    const { agents, janus: own } = await body<Seen>(janus, 'GET', '/processes')
    expect(agents.map(({ name, state }) => [name, state])).toEqual([
      ['Ann', 'idle'],
      ['Bob', 'idle'],
    ])
    for (const { memoryBytes } of [...agents, own]) expect(memoryBytes).toBeGreaterThan(10_000_000)
    await expect(row('Bob')).toContainText(String(agents[1]?.pid))

    await row('Ann').getByRole('button', { name: 'Stop Ann' }).click()
    await expect(row('Ann')).toHaveCount(0)
    await expect(page.getByRole('button', { name: '1 awake', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    const pids = (await body<Seen>(janus, 'GET', '/processes')).agents.map(({ pid }) => pid)
    expect(pids).toEqual([agents[1]?.pid])
  },
)
