import { readdir } from 'node:fs/promises'
import { expect, test } from './app.ts'
import type { Desk } from './desk.ts'
import type { Janus } from './janus.ts'
import { timesSaid, wordsOf } from './model.ts'

type Ending = 'quit' | 'kill'

async function restart(janus: Janus, desk: Desk, ending: Ending): Promise<void> {
  await janus[ending]()
  await janus.start()
  await desk.open(janus.url)
}

const long = { tag: '@long' }

for (const ending of ['quit', 'kill'] as const) {
  test(
    `after a ${ending} with nothing to do, each conversation goes on`,
    long,
    async ({ desk, janus, model }) => {
      await desk.create('scout', { role: 'looks around' })
      await desk.create('puppet')
      await desk.hear('scout', 'First of scout.')
      await desk.hear('puppet', 'First of puppet.')
      await expect(desk.tab('puppet', 'idle')).toBeVisible()

      await restart(janus, desk, ending)
      await expect(desk.tab('scout', 'asleep')).toBeVisible()
      await expect(desk.tab('puppet', 'asleep')).toBeVisible()
      await desk.show('scout')
      await expect(desk.line('scout', 'First of scout.')).toHaveCount(1)

      await desk.hear('scout', 'Second of scout.')
      const request = await model.lastWith('say: Second of scout.')
      expect(timesSaid(request, 'say: First of scout.')).toBe(1)
      expect(timesSaid(request, 'say: Second of scout.')).toBe(1)
      expect(wordsOf(request)).not.toContain('puppet.')
    },
  )

  test(
    `after a ${ending} in the middle of a turn, nothing is lost and nothing is twice`,
    ending === 'quit' ? long : {},
    async ({ desk, janus, model }) => {
      await desk.create('scout')
      await desk.create('puppet')
      await desk.say('puppet', 'say: Begun.', 'wait: work', 'say: Done.')
      await model.held('work')
      await desk.say(
        'scout',
        'call: send_to_agent {"target":"puppet","message":"unread words"}',
        'say: Sent.',
      )
      await expect(desk.line('scout', 'Sent.')).toBeVisible()
      await expect(desk.tab('puppet', 'working, 1 waiting')).toBeVisible()

      await restart(janus, desk, ending)
      // The agent learns that it was interrupted and reaches the same point, while the message still waits.
      await expect(desk.tab('puppet', 'working, 1 waiting')).toBeVisible()
      await model.held('work')
      await model.release('work')
      await expect(desk.tab('puppet', 'idle')).toBeVisible()
      const request = await model.lastWith('[From agent "scout"]:\nunread words')
      expect(timesSaid(request, 'wait: work')).toBe(1)
      expect(timesSaid(request, 'unread words')).toBe(1)
      expect(timesSaid(request, 'Your process ended')).toBe(1)
      await desk.show('puppet')
      await expect(desk.line('puppet', 'Begun. Done.')).toHaveCount(1)
      // A quit keeps all text; a kill may lose its last second (`stream-kill.test`).
      const half = desk.transcript('puppet').locator('[data-part=said]', { hasText: 'Cut off here.' })
      if (ending === 'quit') await expect(half).toHaveText([/^Begun\.\s*Cut off here\.$/])
      await expect(desk.line('puppet', 'unread words')).toHaveCount(1)
      expect(await janus.clis()).toHaveLength(1)
    },
  )
}

test(
  'a quit with a permission still open: nothing runs, no answer is made up, and the agent goes on',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    await desk.create('scout')
    await desk.say('scout', 'call: Bash {"command":"touch asked.txt"}', 'say: After it.')
    await expect(desk.page.getByRole('button', { name: 'Allow once', exact: true })).toBeVisible()
    await restart(janus, desk, 'quit')
    await desk.show('scout')
    await expect(desk.transcript('scout')).toContainText('Janus quit during this turn.')
    await expect(desk.line('scout', 'After it.')).toBeVisible()
    expect(await readdir(place.work)).toEqual([])
    // A lost request must not reach the agent as the user's denial.
    expect(JSON.stringify(await model.requests())).not.toContain('permission request failed')
  },
)

test(
  'what a crash leaves behind is ended at the next start',
  { tag: '@long' },
  async ({ desk, janus, model }) => {
    await desk.create('scout')
    await desk.say('scout', 'wait: orphan', 'say: Done.')
    await model.held('orphan')
    const [orphan] = await janus.clis()
    await janus.kill()
    await janus.start()
    expect(await janus.clis()).not.toContain(orphan)
    await desk.open(janus.url)
    await expect(desk.tab('scout', 'working')).toBeVisible()
    await model.held('orphan')
    await model.release('orphan')
    await expect(desk.line('scout', 'Done.')).toBeVisible()
  },
)

test(
  'a draft survives another browser, a crash and another port',
  { tag: '@long' },
  async ({ browser, desk, janus }) => {
    await desk.create('scout')
    const kept = desk.page.waitForResponse((response) => response.url().endsWith('/requests/drafts.keep'))
    await desk.composer('scout').fill('not sent yet')
    expect((await kept).status()).toBe(200)
    await janus.kill()
    await janus.start()
    const elsewhere = await browser.newContext()
    const page = await elsewhere.newPage()
    await page.goto(janus.url)
    await expect(page.getByRole('textbox', { name: 'Message to scout' })).toHaveValue('not sent yet')
    await elsewhere.close()
  },
)
