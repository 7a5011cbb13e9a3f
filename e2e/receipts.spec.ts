import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator } from '@playwright/test'
import { expect, test } from './shared-app.ts'
import { test as withOwnApp } from './app.ts'
import type { Desk } from './desk.ts'
import { timesSaid } from './model.ts'
import { call } from './peers.ts'

/** A proxy to the model that can answer with an error instead. */
class FaultyModel {
  /** The error for every message, or null. Not one that a CLI retries itself. */
  fault: { readonly status: number; readonly message: string } | null = null
  readonly url: string
  readonly #server: Server

  static async start(modelUrl: string): Promise<FaultyModel> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new FaultyModel(server, modelUrl)
  }

  private constructor(server: Server, modelUrl: string) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (asked, answer) => {
      if (this.fault !== null && asked.url?.includes('/v1/messages')) {
        const { status, message } = this.fault
        const error = { type: 'error', error: { type: 'invalid_request_error', message } }
        asked.resume()
        answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(error))
        return
      }
      const { method = 'GET', headers, url = '/' } = asked
      const on = request(new URL(url, modelUrl), { method, headers }, (came) => {
        answer.writeHead(came.statusCode ?? 502, came.headers)
        came.pipe(answer)
      })
      on.on('error', () => answer.destroy())
      answer.on('close', () => on.destroy())
      asked.pipe(on)
    })
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

const withFaultyModel = withOwnApp.extend<{ readonly faulty: FaultyModel }>({
  faulty: async ({ model }, use) => {
    const faulty = await FaultyModel.start(model.url)
    await use(faulty)
    await faulty.stop()
  },
  start: async ({ faulty }, use) => use({ env: { ANTHROPIC_BASE_URL: faulty.url } }),
})

const ask = (message: string): string => call('send_to_agent', { target: 'Bob', message, expect_reply: true })

/** The status beside the line that sent a message. */
const receipt = (desk: Desk, name: string, words: RegExp): Locator =>
  desk.transcript(name).getByRole('button', { name: words })

test.beforeEach(async ({ desk }) => {
  await desk.create('Alice')
  await desk.create('Bob')
})

test('a receipt goes through its states, a nudge asks once more, and the conversation tells it all', async ({
  desk,
  janus,
  model,
}) => {
  // By the API: while the user types to Bob in the window, messages wait.
  await janus.api('POST', '/agents/Bob/message', { message: 'wait: work\nsay: Bob is free.' })
  await model.held('work')
  await desk.say('Alice', ask('wait: door\nsay: The door is open.'), 'say: Alice has asked.')
  await expect(desk.line('Alice', 'Alice has asked.')).toBeVisible()
  await expect(receipt(desk, 'Alice', /end of the turn/)).toBeVisible()
  await model.release('work')
  await model.held('door')
  await expect(receipt(desk, 'Alice', /^read in turn 2, not answered yet at/)).toBeVisible()

  // Interrupting Bob leaves the question unanswered.
  await desk.show('Bob')
  await desk.page.getByRole('button', { name: 'Interrupt', exact: true }).click()
  await expect(desk.tab('Bob', 'idle')).toBeVisible()
  await desk.show('Alice')
  await desk.page.getByRole('button', { name: 'Nudge' }).click()
  const answered = receipt(desk, 'Alice', /^answered with (a reply|the last words of its turn) at/)
  await expect(answered).toBeVisible()
  const answer = desk.transcript('Alice').getByRole('region', { name: 'Answer from Bob' })
  await expect(answer).toContainText('Noted.')

  await answered.click()
  const detail = desk.page.getByRole('dialog', { name: 'Message status' })
  await expect(detail).toContainText('Accepted')
  await detail.getByRole('button', { name: 'Show thread' }).click()
  const thread = desk.page.getByRole('dialog', { name: 'Thread' })
  const messages = thread.getByRole('feed').getByRole('article')
  // Between question and answer Janus told Alice that Bob was stopped.
  await expect(messages).toHaveCount(3)
  await expect(messages.nth(0)).toContainText('Alice to Bob')
  await expect(messages.nth(2)).toContainText('Bob to Alice')
  await messages.nth(2).getByRole('button', { name: 'Show in the tab' }).click()
  await expect(thread).toBeHidden()
  await expect(desk.transcript('Alice').locator(':focus')).toContainText('Noted.')
})

withFaultyModel(
  'a turn that an error broke off says so, and goes on by Retry',
  { tag: '@long' },
  async ({ desk, faulty, janus, model }) => {
    await desk.hear('Alice', 'Before.')
    await expect(desk.tab('Alice', 'idle')).toBeVisible()
    faulty.fault = { status: 400, message: 'The ferry is full.' }
    await desk.say('Alice', 'say: After all.')
    const card = desk.page.getByRole('group', { name: 'Alice’s turn failed' })
    await expect(card).toContainText('The ferry is full.')
    await expect(desk.tab('Alice', 'idle, its turn failed')).toBeVisible()
    // The error's text appears once, on the card.
    await expect(desk.page.getByRole('main').getByText('The ferry is full.')).toHaveCount(1)
    const goBack = card.getByRole('button', { name: 'Go back to before the refused message' })
    const retry = card.getByRole('button', { name: 'Retry' })
    await expect(goBack).toBeHidden()
    faulty.fault = null
    await retry.click()
    await expect(desk.line('Alice', 'After all.')).toBeVisible()
    await expect(card).toBeHidden()

    faulty.fault = { status: 400, message: 'The ferry is full.' }
    await desk.say('Alice', 'say: This.')
    await expect(retry).toBeVisible()
    await desk.say('Alice', 'say: And that.')
    await expect(goBack).toBeVisible()
    await expect(retry).toBeHidden()
    expect((await janus.api('GET', '/agents')).body).toMatchObject([
      { name: 'Alice', status: 'idle', broken: { error: 'invalidRequest', isLasting: true, retryAt: null } },
      { name: 'Bob', broken: null },
    ])
    faulty.fault = null
    await model.forget()
    await desk.say('Alice', 'say: At last.')
    await expect(desk.line('Alice', 'This. And that. At last.')).toBeVisible()
    await expect(card).toBeHidden()
    // One turn for all of it, without repetitions.
    expect(await model.requests()).toHaveLength(1)
    expect(timesSaid(await model.lastWith('say: This.'), 'say: This.')).toBe(1)
  },
)

test('when an agent takes its mail is changed beside its model, and shown', async ({ desk, janus }) => {
  await desk.show('Alice')
  await desk.page.getByRole('button', { name: /^Incoming messages/ }).click()
  await desk.page.getByRole('radio', { name: /^Ask me first/ }).click()
  await expect(desk.page.getByRole('button', { name: 'Incoming messages: Ask me first' })).toBeVisible()
  expect((await janus.api('GET', '/agents')).body).toMatchObject([{ policy: 'ask' }, { policy: 'hybrid' }])
})
