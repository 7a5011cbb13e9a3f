import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test as withOwnApp } from './app.ts'
import type { Janus } from './janus.ts'
import { timesSaid } from './model.ts'
import { expect, test } from './shared-app.ts'

test('names and messages that cannot be are refused, with the reason', async ({ desk, janus }) => {
  await test.step('names that nobody may have', async () => {
    expect((await janus.api('POST', '/agents', { name: 'scout' })).status).toBe(200)
    const refusals: [string, number, string][] = [
      ['human', 409, 'name_reserved'],
      ['Janus', 409, 'name_reserved'],
      ['SYSTEM', 409, 'name_reserved'],
      ['agt-0123456789', 409, 'name_reserved'],
      ['SCOUT', 409, 'name_taken'],
      ['s\u0441out', 409, 'name_taken'],
      ['sc\u200bout', 400, 'bad_name'],
      ['a\u0000b', 400, 'bad_name'],
      ['a\nb', 400, 'bad_name'],
      ['\u202etuocs', 400, 'bad_name'],
      ['a/b', 400, 'bad_name'],
      ['', 400, 'bad_name'],
      ['x'.repeat(41), 400, 'bad_name'],
    ]
    for (const [name, status, code] of refusals) {
      const { body, ...answer } = await janus.api('POST', '/agents', { name })
      expect({ name, status: answer.status, body }).toMatchObject({ name, status, body: { error: { code } } })
    }
    expect((await janus.api('GET', '/agents')).body).toHaveLength(1)
  })

  await test.step('messages that cannot be sent', async () => {
    const send = (body: unknown) => janus.api('POST', '/agents/scout/message', body)
    expect(await send({ message: '' })).toMatchObject({
      status: 400,
      body: { error: { code: 'empty_message' } },
    })
    expect(await send({ message: ' \n\t ' })).toMatchObject({
      status: 400,
      body: { error: { code: 'empty_message' } },
    })
    expect(await send({ message: 'x'.repeat(2 * 1024 * 1024) })).toMatchObject({
      status: 413,
      body: { error: { code: 'too_large' } },
    })
    expect(await send('{"message": ')).toMatchObject({
      status: 400,
      body: { error: { code: 'bad_request' } },
    })
    expect(await send({})).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } })
    expect(await send({ message: 'x', more: 1 })).toMatchObject({
      status: 400,
      body: { error: { code: 'bad_request' } },
    })
    expect((await janus.api('GET', '/agents')).body).toMatchObject([{ status: 'asleep', pending: 0 }])
  })

  await test.step('the window says what is wrong with a name', async () => {
    const dialog = await desk.openDialog()
    await dialog.getByLabel('Name').fill('s\u0441out')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.getByRole('alert')).toContainText('scout')
    await dialog.getByLabel('Name').fill('puppet')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(desk.tab('puppet')).toBeVisible()
  })
})

test('a port that is taken: the next free one', { tag: '@long' }, async ({ janus, place }) => {
  const squatter = createServer()
  await once(squatter.listen(0, '127.0.0.1'), 'listening')
  const { port } = squatter.address() as AddressInfo
  const other = janus.launch({ args: ['--port', String(port), '--home', join(place.root, 'other')] })
  const [, url = ''] = await other.prints(/^agents API: http:\/\/127\.0\.0\.1:(\d+)\/api$/m)
  expect(Number(url)).toBeGreaterThan(port)
  await other.end('SIGTERM')
  squatter.close()
})

test(
  'a folder that is gone: the tab says so, and goes on when it is back',
  { tag: '@long' },
  async ({ desk, place }) => {
    const folder = join(place.root, 'gone')
    await mkdir(folder)
    await desk.create('scout', { folder })
    await rm(folder, { recursive: true })
    await desk.say('scout', 'say: Here.')
    await expect(desk.tab('scout', 'failed')).toBeVisible()
    await expect(
      desk.page.getByText('is gone').or(desk.page.getByText('does not exist')).first(),
    ).toBeVisible()
    await mkdir(folder)
    await desk.page.getByRole('button', { name: 'Restart' }).first().click()
    await expect(desk.line('scout', 'Here.')).toBeVisible()
  },
)

withOwnApp.describe('a CLI that is not there', { tag: '@long' }, () => {
  withOwnApp.use({ start: { env: { JANUS_CLAUDE: '/nowhere/claude' } } })

  withOwnApp('is told with what to do, and what was written is kept', async ({ desk, place }) => {
    await desk.create('scout', { folder: place.work })
    await desk.say('scout', 'say: Here.')
    await expect(desk.tab('scout', 'failed')).toBeVisible()
    await expect(desk.page.getByText('The Claude CLI was not found').first()).toBeVisible()
    await expect(desk.waiting).toContainText('say: Here.')
  })
})

test(
  'a CLI that dies in the middle of a turn is started again, and goes on',
  { tag: '@long' },
  async ({ desk, janus, model }) => {
    await desk.create('scout')
    await desk.say('scout', 'say: Half of it.', 'wait: death', 'say: Done.')
    await model.held('death')
    await expect(desk.line('scout', 'Half of it.')).toBeVisible()
    await endCli(janus)
    await expect(desk.transcript('scout')).toContainText('Its process ended during this turn.')
    await expect(desk.line('scout', 'Half of it.')).toBeVisible()
    await model.held('death')
    await model.release('death')
    await expect(desk.line('scout', 'Half of it. Done.')).toBeVisible()
    await expect(desk.tab('scout', 'idle')).toBeVisible()
    expect(timesSaid(await model.lastWith('wait: death'), 'wait: death')).toBe(1)
  },
)

test(
  'three deaths on one message: it is shown as undeliverable, and the next one proceeds',
  { tag: '@long' },
  async ({ desk, janus, model }) => {
    await desk.create('scout')
    const sent = await janus.api('POST', '/agents/scout/message', { message: 'wait: death' })
    const { messageId } = sent.body as { messageId: string }
    await desk.show('scout')
    for (const death of [1, 2, 3]) {
      await model.held('death')
      if (death === 1) await janus.api('POST', '/agents/scout/message', { message: 'say: The next one.' })
      await endCli(janus)
      const ends = desk.transcript('scout').getByText('Its process ended during this turn.')
      await expect(ends).toHaveCount(death)
    }
    await expect(desk.line('scout', 'The next one.')).toBeVisible()
    const { body } = await janus.api('GET', `/messages/${messageId}`)
    expect(body).toMatchObject({
      state: 'undeliverable',
      reason: 'the agent crashed 3 times while reading it',
    })
  },
)

async function endCli(janus: Janus): Promise<void> {
  const pids = await janus.clis()
  expect(pids).toHaveLength(1)
  for (const pid of pids) process.kill(pid, 'SIGKILL')
}
