import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './shared-app.ts'
import type { Desk } from './desk.ts'
import type { Janus } from './janus.ts'
import { timesSaid, type Model } from './model.ts'
import { ask, body, makeAgents } from './peers.ts'
import { test as ownTest } from './app.ts'

/** An agent's status of the API; only the fields used here. */
interface Standing {
  readonly name: string
  readonly status: string
}

async function standings(janus: Janus): Promise<readonly Standing[]> {
  return (await janus.api('GET', '/agents')).body as Standing[]
}

/** Lets agents sleep after a second of idleness. */
async function sleepSoon(janus: Janus): Promise<void> {
  expect((await janus.api('PATCH', '/settings', { sleepAfter: 1 })).status).toBe(200)
}

/** Creates an agent that has had a turn, and sleeps. */
async function sleeper(desk: Desk, name: string, folder: string): Promise<void> {
  await desk.create(name, { folder })
  await desk.say(name, `say: First of ${name}.`)
  await expect(desk.line(name, `First of ${name}.`)).toBeVisible()
  await expect(desk.tab(name, 'asleep')).toBeVisible()
}

async function counts(model: Model, ...words: string[]): Promise<number[]> {
  const request = await model.lastWith(words.at(-1) ?? '')
  return words.map((one) => timesSaid(request, one))
}

test('an agent with nothing to do sleeps; its tab stays as it was, and who begins to write wakes it', async ({
  desk,
  janus,
  model,
  place,
}) => {
  await sleepSoon(janus)
  await sleeper(desk, 'scout', place.work)

  await test.step('its process is gone, and nothing asks for attention', async () => {
    expect(await janus.clisOnceAtMost(0)).toEqual([])
    await expect(desk.tab('scout')).toHaveAccessibleName(/^scout, asleep$/)
    await expect(desk.line('scout', 'First of scout.')).toHaveCount(1)
    await expect(desk.page.getByRole('alert')).toHaveCount(0)
  })

  await test.step('waking takes nothing from what is being written', async () => {
    const composer = desk.composer('scout')
    await composer.pressSequentially('half a thought')
    // The first key wakes it, before there is anything to deliver.
    await expect(desk.tab('scout', 'idle')).toBeVisible()
    expect(await ask(janus, 'scout', 'say: Second of scout.')).toBe('Second of scout.')
    await expect(desk.line('scout', 'Second of scout.')).toBeVisible()
    await expect(composer).toHaveValue('half a thought')
    await expect(composer).toBeFocused()
    await composer.pressSequentially(', gone on')
    await expect(composer).toHaveValue('half a thought, gone on')
  })

  expect(await counts(model, 'say: First of scout.', 'say: Second of scout.')).toEqual([1, 1])
  // The user types in its tab, so it stays awake.
  expect(await janus.clis()).toHaveLength(1)
})

test(
  'words that were left in a tab wake its agent when the user comes back to them, and so does a file',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    await sleepSoon(janus)
    await sleeper(desk, 'scout', place.work)
    await sleeper(desk, 'puppet', place.work)
    await desk.show('scout')
    await desk.composer('scout').fill('say: Half a')
    await expect(desk.tab('scout', 'idle')).toBeVisible()
    // The draft survives a reload.
    await desk.page.reload()
    await expect(desk.composer('scout')).toHaveValue('say: Half a')
    await desk.show('puppet')
    await janus.kill()
    await janus.start()
    // A desktop window may show the draft already, which wakes that agent.
    expect((await standings(janus))[1]).toMatchObject({ name: 'puppet', status: 'asleep' })
    await desk.open(janus.url)

    await test.step('words', async () => {
      await desk.show('scout')
      await expect(desk.composer('scout')).toHaveValue('say: Half a')
      await expect(desk.tab('scout', 'idle')).toBeVisible()
      await desk.composer('scout').press('End')
      await desk.composer('scout').pressSequentially(' thought.')
      await desk.composer('scout').press('Enter')
      await expect(desk.line('scout', 'Half a thought.')).toBeVisible()
      expect(await counts(model, 'say: First of scout.', 'say: Half a thought.')).toEqual([1, 1])
    })

    await test.step('a press where one writes', async () => {
      await expect(desk.tab('scout', 'asleep')).toBeVisible()
      expect((await janus.api('PATCH', '/settings', { sleepAfter: 60 })).status).toBe(200)
      await desk.composer('scout').click()
      await expect(desk.tab('scout', 'idle')).toBeVisible()
    })

    await test.step('a file', async () => {
      await desk.show('puppet')
      await expect(desk.tab('puppet', 'asleep')).toBeVisible()
      await writeFile(join(place.work, 'notes.txt'), 'x')
      const chooser = desk.page.waitForEvent('filechooser')
      await desk.page.getByRole('button', { name: 'Attach pictures or files' }).press('Enter')
      await (await chooser).setFiles(join(place.work, 'notes.txt'))
      await expect(desk.tab('puppet', 'idle')).toBeVisible()
    })
  },
)

ownTest(
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
