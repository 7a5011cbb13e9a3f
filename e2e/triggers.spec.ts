import { expect, test } from './app.ts'
import { lastPrompt } from './model.ts'
import { ask, body, call, makeAgents } from './peers.ts'

test('an agent is woken when another becomes idle, and by a webhook of the user’s', async ({
  janus,
  model,
  place,
}) => {
  await makeAgents(janus, place, 'Scout', 'Builder')
  const trigger = { on: 'idle', about: 'Scout', note: 'review what Scout did' }
  await ask(janus, 'Builder', call('set_trigger', trigger), 'say: Set.')
  await ask(janus, 'Scout', 'say: The route is free.')
  const prompted = async (words: string) =>
    (await model.requests()).map(lastPrompt).find((prompt) => prompt.includes(words)) ?? ''
  await expect
    .poll(() => prompted('[Janus: event timer '), { intervals: [250] })
    .toContain('You told yourself: review what Scout did\nWhat happened: Scout became idle.')

  const hook = await body<{ id: string; secret: string }>(janus, 'POST', '/heartbeats', {
    agent: 'Builder',
    intent: 'event',
    on: 'webhook',
    note: 'the build is done',
  })
  const post = (secret: string) =>
    fetch(`${janus.apiUrl}/hooks/${hook.id}`, { method: 'POST', headers: { 'X-Janus-Hook-Secret': secret } })
  expect((await post('wrong')).status).toBe(401)
  expect((await post(hook.secret)).status).toBe(202)
  await expect
    .poll(() => prompted('the build is done'), { intervals: [250] })
    .toContain('What happened: its webhook was called.')
})
