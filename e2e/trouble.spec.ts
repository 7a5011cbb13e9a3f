import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base } from './app.ts'
import type { Desk } from './desk.ts'
import { timesSaid } from './model.ts'
import { goodCode, Understudy } from './understudy.ts'

const test = base.extend<{ readonly cli: Understudy }>({
  cli: async ({ place }, use) => {
    const cli = new Understudy(place)
    await cli.appear()
    await use(cli)
  },
  start: async ({ cli }, use) => use({ env: { JANUS_CLAUDE: cli.path } }),
})

const card = (desk: Desk, title: string | RegExp) => desk.page.getByRole('group', { name: title })

test.beforeEach(async ({ desk }) => {
  await desk.create('scout')
  await desk.hear('scout', 'First.')
  await expect(desk.tab('scout', 'idle')).toBeVisible()
})

/** Stops the agent's process, so that the next message restarts it. */
async function rest(desk: Desk): Promise<void> {
  await desk.page.getByRole('button', { name: 'Actions for scout' }).click()
  await desk.page.getByRole('menuitem', { name: /^Stop/ }).click()
  await expect(desk.tab('scout', 'stopped')).toBeVisible()
}

test(
  'a folder that has moved is located, and the conversation goes on there',
  { tag: '@long' },
  async ({ desk, model, place }) => {
    await rest(desk)
    const moved = join(place.root, 'moved')
    await rename(place.work, moved)
    await desk.say('scout', 'say: Found again.')
    const gone = card(desk, /The folder of scout was not found/)
    await expect(gone).toContainText('1 waiting message')
    await gone.getByRole('button', { name: 'Locate the folder' }).click()
    await gone.getByRole('combobox').fill(moved)
    await gone.getByRole('button', { name: 'Continue there' }).click()
    await expect(desk.line('scout', 'Found again.')).toHaveCount(1)
    await expect(gone).toBeHidden()
    await expect(desk.line('scout', 'First.')).toBeVisible()
    await rename(moved, place.work)
    expect(await model.requests()).not.toEqual([])
  },
)

test(
  'signed out in the middle: one signs in on the card, and what waited is answered',
  { tag: '@long' },
  async ({ cli, desk }) => {
    await rest(desk)
    await cli.have({ isSignedOut: true })
    await desk.say('scout', 'say: After signing in.')
    const out = card(desk, 'Signed out')
    await expect(out).toContainText('What waits is sent afterwards')
    await out.getByRole('button', { name: 'Sign in' }).click()
    await out.getByRole('textbox', { name: 'Code' }).fill(goodCode)
    await out.getByRole('button', { name: 'Submit code' }).click()
    await expect(desk.line('scout', 'After signing in.')).toHaveCount(1)
    await expect(out).toBeHidden()
  },
)

test(
  'a CLI that is gone is named, and the agent goes on when it is back',
  { tag: '@long' },
  async ({ cli, desk }) => {
    await rest(desk)
    await cli.vanish()
    await desk.say('scout', 'say: Here again.')
    const failed = card(desk, /could not be started|was not found/)
    await expect(failed).toContainText('1 waiting message')
    await failed.getByRole('button', { name: 'Check again' }).click()
    await expect(card(desk, 'The Claude CLI was not found')).toContainText(cli.path)
    await cli.appear()
    await failed.getByRole('button', { name: 'Restart' }).click()
    await expect(desk.line('scout', 'Here again.')).toHaveCount(1)
    await expect(desk.page.getByText('Claude CLI not found')).toBeHidden()
  },
)

test(
  'a process that dies again and again is left, and goes on with what waited when told to',
  { tag: '@long' },
  async ({ cli, desk }) => {
    await rest(desk)
    await cli.have({ dies: true })
    await desk.say('scout', 'say: At last.')
    const ended = card(desk, /process ended/)
    await expect(ended).toContainText('3 times within five minutes')
    await desk.composer('scout').fill('a draft meanwhile')
    await cli.have({})
    await ended.getByRole('button', { name: 'Restart' }).click()
    await expect(desk.line('scout', 'At last.')).toHaveCount(1)
    await expect(desk.composer('scout')).toHaveValue('a draft meanwhile')
  },
)

for (const version of ['2.1.100', '99.0.0'])
  test(
    `another version of the CLI (${version}) under words that are on their way and others that wait: all are read once`,
    { tag: '@long' },
    async ({ cli, desk, janus, model }) => {
      await desk.say('scout', 'say: Begun.', 'wait: work', 'say: Done.')
      await model.held('work')
      await desk.say('scout', 'say: Then this.')
      await expect(desk.tab('scout', 'working, 1 waiting')).toBeVisible()
      await janus.kill()
      await cli.have({ version })
      await janus.start()
      await desk.open(janus.url)
      await expect(desk.tab('scout', 'working, 1 waiting')).toBeVisible()
      await model.held('work')
      await model.release('work')
      await expect(desk.line('scout', 'Begun. Done.')).toHaveCount(1)
      await expect(desk.line('scout', 'Then this.')).toHaveCount(1)
      const request = await model.lastWith('say: Then this.')
      expect(['wait: work', 'say: Then this.'].map((words) => timesSaid(request, words))).toEqual([1, 1])
    },
  )
