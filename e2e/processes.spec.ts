import { expect, test } from './shared-app.ts'
import { body, makeAgents } from './peers.ts'

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

test('the list of processes shows what each agent uses, and stops one', async ({ desk, janus, place }) => {
  await makeAgents(janus, place, 'Ann', 'Bob')
  const { page } = desk
  for (const name of ['Ann', 'Bob']) {
    await desk.hear(name, 'Here.')
  }
  const button = page.getByRole('button', { name: '2 running' })
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
  await expect(page.getByRole('button', { name: '1 running', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  const pids = (await body<Seen>(janus, 'GET', '/processes')).agents.map(({ pid }) => pid)
  expect(pids).toEqual([agents[1]?.pid])
})
