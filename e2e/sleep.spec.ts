import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './shared-app.ts'
import type { Desk } from './desk.ts'
import type { Janus } from './janus.ts'
import { timesSaid, type Model } from './model.ts'
import { ask, body, makeAgents } from './peers.ts'
import { test as ownTest } from './app.ts'

/** How an agent stands, by the API; only what the tests look at. */
interface Standing {
  readonly name: string
  readonly status: string
}

async function standings(janus: Janus): Promise<readonly Standing[]> {
  return (await janus.api('GET', '/agents')).body as Standing[]
}

/** Lets agents sleep as soon as they may: after a second without anything to do. */
async function sleepSoon(janus: Janus): Promise<void> {
  expect((await janus.api('PATCH', '/settings', { sleepAfter: 1 })).status).toBe(200)
}

/** An agent that has said its first words, and sleeps. */
async function sleeper(desk: Desk, name: string, folder: string): Promise<void> {
  await desk.create(name, { folder })
  await desk.say(name, `say: First of ${name}.`)
  await expect(desk.line(name, `First of ${name}.`)).toBeVisible()
  await expect(desk.tab(name, 'asleep')).toBeVisible()
}

/** How often the newest conversation with these words in it has each of them. */
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
    // It is woken by the first key, before there is anything to deliver.
    await expect(desk.tab('scout', 'idle')).toBeVisible()
    expect(await ask(janus, 'scout', 'say: Second of scout.')).toBe('Second of scout.')
    await expect(desk.line('scout', 'Second of scout.')).toBeVisible()
    await expect(composer).toHaveValue('half a thought')
    await expect(composer).toBeFocused()
    await composer.pressSequentially(', gone on')
    await expect(composer).toHaveValue('half a thought, gone on')
  })

  expect(await counts(model, 'say: First of scout.', 'say: Second of scout.')).toEqual([1, 1])
  // Somebody writes in its tab: it stays ready for them.
  expect(await janus.clis()).toHaveLength(1)
})

test(
  'who has an open permission, an open turn or a task in the background does not sleep',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    for (const name of ['asker', 'worker', 'waiter', 'witness']) await desk.create(name)
    const command = 'until test -e over.txt; do sleep 0.1; done'
    const input = { command, description: 'Wait for the file', run_in_background: true }
    await desk.say('waiter', `call: Bash ${JSON.stringify(input)}`, 'say: It runs.')
    await expect(desk.line('waiter', 'It runs.')).toBeVisible()
    await expect(desk.tab('waiter', 'idle, 1 background task')).toBeVisible()
    await desk.say('asker', 'call: Bash {"command":"touch asked.txt"}', 'say: After it.')
    await expect(desk.tab('asker', 'working, needs you')).toBeVisible()
    await desk.say('worker', 'wait: work', 'say: Done.')
    await model.held('work')
    await desk.hear('witness', 'Here.')

    // It was idle last: when it sleeps, the time of all others has come too.
    await sleepSoon(janus)
    await expect(desk.tab('witness', 'asleep')).toBeVisible()
    expect(await standings(janus)).toMatchObject([
      { name: 'asker', status: 'working' },
      { name: 'worker', status: 'working' },
      { name: 'waiter', status: 'idle' },
      { name: 'witness', status: 'asleep' },
    ])
    expect(await janus.clisOnceAtMost(3)).toHaveLength(3)

    await writeFile(join(place.work, 'over.txt'), '')
    await model.release('work')
    await desk.show('asker')
    await desk.decide('Bash', 'Allow once')
    for (const name of ['asker', 'worker', 'waiter']) await expect(desk.tab(name, 'asleep')).toBeVisible()
    expect(await janus.clisOnceAtMost(0)).toEqual([])
    await desk.show('waiter')
    await expect(desk.transcript('waiter')).toContainText('Wait for the file')
  },
)

test(
  'words that were left in a tab wake its agent when the user comes back to them, and so do a press and a file',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    await sleepSoon(janus)
    await sleeper(desk, 'scout', place.work)
    await sleeper(desk, 'puppet', place.work)
    await desk.show('scout')
    await desk.composer('scout').fill('say: Half a')
    await expect(desk.tab('scout', 'idle')).toBeVisible()
    // What is there after a reload is kept.
    await desk.page.reload()
    await expect(desk.composer('scout')).toHaveValue('say: Half a')
    await desk.show('puppet')
    await janus.kill()
    await janus.start()
    // A desktop window may show the words already, and so wake the other.
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

test(
  'a crash while agents fall asleep and wake loses nothing and says nothing twice',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    await sleepSoon(janus)
    await sleeper(desk, 'scout', place.work)
    await sleeper(desk, 'puppet', place.work)
    const { body } = await janus.api('POST', '/agents/scout/message', { message: 'say: Second of scout.' })
    expect(body).toMatchObject({ delivered: true })
    // One has just been told to end, the other is being started.
    await janus.kill()
    await janus.start()
    await desk.open(janus.url)
    await desk.show('scout')
    await expect(desk.line('scout', 'Second of scout.')).toHaveCount(1)
    expect(await ask(janus, 'puppet', 'say: Second of puppet.')).toBe('Second of puppet.')
    for (const name of ['scout', 'puppet']) {
      expect(await counts(model, `say: First of ${name}.`, `say: Second of ${name}.`)).toEqual([1, 1])
      await expect(desk.tab(name, 'asleep')).toBeVisible()
    }
    expect(await janus.clisOnceAtMost(0)).toEqual([])
  },
)

test('twenty agents with four awake work like twenty', { tag: '@long' }, async ({ janus, model, place }) => {
  test.setTimeout(600_000)
  const names = Array.from({ length: 20 }, (_, n) => `agent ${n + 1}`)
  for (const name of names) await janus.api('POST', '/agents', { name, cwd: place.work })
  await janus.api('PATCH', '/settings', { awake: 4 })
  let mostAwake = 0
  /** Those who work are never held up; of the others only as many stay awake as there is room for. */
  const look = async () => {
    const all = await standings(janus)
    const idle = all.filter(({ status }) => status === 'idle').length
    const awake = idle + all.filter(({ status }) => status === 'working' || status === 'starting').length
    mostAwake = Math.max(mostAwake, awake)
    if (idle > 0) expect(awake).toBeLessThanOrEqual(4)
  }
  for (const words of ['First', 'Second', 'Third']) {
    for (let at = 0; at < names.length; at += 4) {
      await Promise.all(
        names.slice(at, at + 4).map(async (name) => {
          expect(await ask(janus, name, `say: ${words} of ${name}.`)).toBe(`${words} of ${name}.`)
          await look()
        }),
      )
    }
  }
  expect(mostAwake).toBe(4)
  expect((await janus.clisOnceAtMost(4)).length).toBeLessThanOrEqual(4)
  for (const name of names) {
    const said = ['First', 'Second', 'Third'].map((words) => `say: ${words} of ${name}.`)
    expect(await counts(model, ...said)).toEqual([1, 1, 1])
  }
  expect(await standings(janus)).toEqual(names.map(() => expect.objectContaining({ pending: 0 })))
})

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
