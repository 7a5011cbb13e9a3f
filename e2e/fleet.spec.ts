import { join } from 'node:path'
import { Desk, openOptions } from './desk.ts'
import {
  annAndBea,
  endServers,
  expect,
  freePort,
  killAll,
  makeFleet,
  seen,
  serverOf,
  share,
  test,
} from './machines.ts'
import { Janus } from './janus.ts'
import { body, call } from './peers.ts'

async function settingsOf({ page }: Desk): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('searchbox').fill('fleet')
}

async function fill({ page }: Desk, form: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const found = page.getByRole('form', { name: form })
  for (const [label, value] of Object.entries(fields)) await found.getByLabel(label).fill(value)
  await found.getByRole('button').last().click()
}

const told = ({ page }: Desk) => page.locator('[data-part=fleet-next]')

test(
  'two machines: a question and its answer, with a kill of the server and of both Januses between',
  { tag: '@long' },
  async ({ janus: attic, barn, desk, there }) => {
    test.setTimeout(600_000)
    const invitation = join(attic.place.root, 'barn.json')
    await there.open(barn.url)
    await desk.create('ann')
    await there.create('bea')

    const address = `127.0.0.1:${String(await freePort())}`
    await settingsOf(desk)
    await fill(desk, 'Create fleet', { 'Name of this machine': 'attic', 'Address of the server': address })
    await expect(told(desk)).toContainText('nats-server -c')
    await desk.page.keyboard.press('Escape')
    await settingsOf(desk)
    await expect(desk.page.getByRole('dialog')).toContainText('Restart Janus to join the fleet as attic')
    await attic.quit()
    await serverOf(attic)
    await attic.start()
    await desk.open(attic.url)
    await settingsOf(desk)
    const fleet = desk.page.locator('[data-part=fleet]')
    await expect(fleet).toContainText('This machine is attic. Connected to the fleet’s server')
    await fill(desk, 'Invite a machine', {
      'Name of the machine': 'barn',
      'Where the invitation goes': invitation,
    })
    await expect(told(desk)).toContainText('janus fleet join')

    await settingsOf(there)
    await fill(there, 'Join a fleet', { Invitation: invitation })
    await expect(told(there)).toContainText('Restart Janus')
    await barn.quit()
    await barn.start()
    await there.open(barn.url)
    await share(there, 'bea', 'ask')
    await desk.page.keyboard.press('Escape')
    await expect(desk.tabs.getByRole('button', { name: /^bea/ })).toBeVisible()
    await expect.poll(() => seen(attic)).toEqual(['bea@barn'])

    // Ann asks; Bea's user must allow it first. Meanwhile the broker and Ann's app are killed.
    await desk.show('ann')
    const words = { target: 'BEA@barn', message: 'say: The port is 8080.', expect_reply: true }
    await desk.say('ann', call('send_to_agent', words), 'say: Asked.')
    await expect(desk.line('ann', 'Asked.')).toBeVisible()
    await there.show('bea')
    await expect(there.page.getByText('ann@attic wants to write to bea')).toBeVisible()
    await endServers()
    await attic.kill()
    await there.page.getByRole('button', { name: 'Allow ann@attic to write to bea' }).click()
    await expect(there.line('bea', 'The port is 8080.')).toBeVisible()
    await barn.kill()
    await serverOf(attic)
    for (const machine of [attic, barn]) await machine.start()
    await desk.open(attic.url)
    await desk.show('ann')
    await expect(desk.page.getByText('The port is 8080.').last()).toBeVisible()

    // The pair is allowed: the next message arrives without asking, once.
    const more = { target: 'bea@barn', message: 'say: It is noted.' }
    await desk.say('ann', call('send_to_agent', more), 'say: Told.')
    await there.open(barn.url)
    await there.show('bea')
    await expect(there.line('bea', 'It is noted.')).toBeVisible()
    await expect(there.line('bea', 'The port is 8080.')).toHaveCount(1)
  },
)

test(
  'a user asks an agent of another machine, which its user allows, and sees the answer where they asked',
  { tag: '@long' },
  async ({ janus: attic, barn, desk, there }) => {
    test.setTimeout(600_000)
    await makeFleet(attic, barn)
    await there.open(barn.url)
    await there.create('bea')
    await share(there, 'bea', 'ask')
    await desk.open(attic.url)
    await desk.create('ann')
    await expect.poll(() => seen(attic)).toEqual(['bea@barn'])

    // A question in the remote agent's view is held on the other machine.
    const row = desk.tabs.getByRole('button', { name: /^bea@barn/ })
    const view = desk.page.getByRole('dialog', { name: 'bea@barn' })
    await row.click()
    await desk.composer('bea@barn').fill('say: Two have none.')
    await desk.composer('bea@barn').press('Enter')
    await expect(view).toContainText('held on barn')
    await desk.page.keyboard.press('Escape')
    await there.show('bea')
    await there.page.getByRole('button', { name: /^Allow .+@attic to write to bea$/ }).click()
    await expect(there.line('bea', 'Two have none.')).toBeVisible({ timeout: 30_000 })

    // Its answer is unread until the user looks, even after a restart.
    await expect(row).toHaveAccessibleName(/unread/)
    await attic.kill()
    await attic.start()
    await desk.open(attic.url)
    await expect(row).toHaveAccessibleName(/unread/)
    await row.click()
    await expect(view.locator('[data-part=peer-answer]')).toHaveText(/bea@barn.*Two have none\.$/s)
    await desk.page.keyboard.press('Escape')
    await expect(row).not.toHaveAccessibleName(/unread/)

    // A mention also writes to the remote agent, and its answer comes back.
    await desk.say('ann', 'say: It is noted.', '@bea@barn')
    await expect(desk.line('ann', 'It is noted.')).toBeVisible()
    await expect(there.line('bea', 'It is noted.')).toBeVisible({ timeout: 30_000 })
    const { body } = await attic.api('GET', '/agents/bea@barn/written')
    const { items } = body as { items: readonly { state: string; reply: { text: string } | null }[] }
    expect(items).toHaveLength(2)
    await row.click()
    await expect(view.locator('[data-part=peer-answer]').last()).toContainText('It is noted.')
  },
)

interface LinkSeen {
  readonly id: string
  readonly state: string
  readonly keptBy: string | null
  readonly budget: { readonly used: number }
}

const linkOf = async (machine: Janus): Promise<LinkSeen | undefined> =>
  (await body<{ items: LinkSeen[] }>(machine, 'GET', '/links?state=all')).items[0]

test(
  'a link of two machines: asked for, joined, talked over with a kill of each between, and left',
  { tag: '@long' },
  async ({ janus: attic, barn, desk, there }) => {
    test.setTimeout(600_000)
    await annAndBea([attic, desk], [barn, there], 'ask')

    await test.step('it is opened from a tab, and rests until the other user says yes', async () => {
      await desk.open(attic.url)
      await desk.show('ann')
      await desk.choose('ann', /^Link to/)
      await desk.page.getByRole('option', { name: /bea@barn/ }).click()
      const dialog = desk.page.getByRole('dialog', { name: 'Link ann ⇄ bea@barn' })
      await expect(dialog).toContainText('The user of barn is asked first')
      await openOptions(dialog)
      await dialog.getByRole('radio', { name: 'All messages' }).click()
      await dialog.getByLabel('Purpose').fill('the port')
      await dialog.getByRole('button', { name: 'Link', exact: true }).click()
      await desk.page.getByRole('button', { name: 'Show', exact: true }).click()
      await expect(desk.page.getByRole('region', { name: 'How the link stands' })).toContainText(
        'The user of bea@barn has not agreed',
      )
    })

    await test.step('there the user is asked, and says yes', async () => {
      await there.open(barn.url)
      await there.page.getByRole('button', { name: /^1 item needs you$/ }).click()
      await there.page.getByRole('button', { name: /wants to link this agent: join.* Go$/ }).click()
      const stands = there.page.getByRole('region', { name: 'How the link stands' })
      await expect(stands).toContainText(/wants to link .* with bea/)
      await stands.getByRole('button', { name: 'Join' }).click()
      await expect(there.page.locator('[data-part=kept-by]')).toContainText('All messages, hosted by attic')
      await expect.poll(async () => (await linkOf(attic))?.state).toBe('open')
    })

    await test.step('what each concludes crosses, though the server and both are killed', async () => {
      await desk.say('ann', 'say: Which port is it?')
      await there.show('bea')
      await expect(there.transcript('bea')).toContainText('Which port is it?')
      await endServers()
      await there.hear('bea', 'It is 9090.')
      await killAll(attic, barn)
      await desk.open(attic.url)
      await desk.show('ann')
      await expect(desk.transcript('ann')).toContainText('It is 9090.')
      await expect(desk.transcript('ann').getByText('It is 9090.')).toHaveCount(1)
      const used = async (machine: Janus) => (await linkOf(machine))?.budget.used
      await expect.poll(async () => (await used(barn)) === (await used(attic))).toBe(true)
    })

    await test.step('bea’s user takes it out again: the link is over in both machines', async () => {
      const copy = await linkOf(barn)
      expect(copy?.keptBy).toBe('attic')
      await body(barn, 'DELETE', `/links/${copy?.id ?? ''}`)
      await expect.poll(async () => (await linkOf(attic))?.state).toBe('closed')
    })
  },
)

/** A machine's fleet status; only the fields used here. */
interface FleetSeen {
  readonly broker: { readonly status: string }
  readonly machines: readonly { readonly name: string; readonly setBackAt: string | null }[]
}

const fleetOf = async (machine: Janus): Promise<FleetSeen> =>
  (await body<{ readonly fleet: FleetSeen }>(machine, 'GET', '/fleet')).fleet
const brokerOf = async (machine: Janus) => (await fleetOf(machine)).broker.status

test(
  'one invitation on two machines: the second takes no part, all three windows say so, and nothing is lost',
  { tag: '@long' },
  async ({ janus: attic, barn, desk, there, third, newPage }) => {
    test.setTimeout(300_000)
    await annAndBea([attic, desk], [barn, there], 'open')

    await third.start()
    await body(third, 'POST', '/fleet/join', { file: join(attic.place.root, 'barn.json') })
    await third.quit()
    await third.start()
    await expect.poll(() => brokerOf(third)).toBe('aside')
    await expect.poll(() => brokerOf(barn)).toBe('twice')
    await desk.open(attic.url)
    await there.open(barn.url)
    const elsewhere = new Desk(await newPage())
    await elsewhere.open(third.url)
    const machine = desk.page.getByRole('region', { name: 'Machine barn' })
    await expect(machine).toContainText('online · runs twice')
    await expect(there.page.locator('[data-part=fleet-line]')).toContainText('Another Janus runs as barn')
    await expect(elsewhere.page.locator('[data-part=fleet-line]')).toContainText('this one stays offline')
    await expect(elsewhere.page.getByRole('region', { name: 'Machine attic' })).toContainText(
      'not seen since Janus started',
    )

    // Mail goes to the first one as if there were no other.
    await desk.show('ann')
    const words = { target: 'bea@barn', message: 'say: It is noted.' }
    await desk.say('ann', call('send_to_agent', words), 'say: Told.')
    await there.show('bea')
    await expect(there.line('bea', 'It is noted.')).toBeVisible()

    await third.quit()
    await expect.poll(() => brokerOf(barn)).toBe('connected')
    await expect(machine).not.toContainText('runs twice')
    expect(await fleetOf(attic)).toMatchObject({ machines: [{ name: 'barn', setBackAt: null }] })
    expect(await fleetOf(barn)).toMatchObject({ machines: [{ name: 'attic', setBackAt: null }] })
    expect(await seen(attic)).toEqual(['bea@barn'])
  },
)
