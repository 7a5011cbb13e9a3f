import { readdir } from 'node:fs/promises'
import { expect, test } from './shared-app.ts'
import { lastPrompt, timesSaid } from './model.ts'

test('two agents talk in all the ways that there are, and the user is asked', async ({
  desk,
  janus,
  model,
  place,
}) => {
  await desk.create('scout')
  await desk.create('puppet')

  await test.step('list_agents shows the others and who one is', async () => {
    await desk.say('scout', 'call: list_agents {}', 'say: I see them.')
    await expect(desk.line('scout', 'I see them.')).toBeVisible()
    const result = lastPrompt(await model.lastWith('call: list_agents'))
    expect(result).toContain('"self":"scout"')
    expect(result).toContain('"name":"puppet"')
  })

  await test.step('send_to_agent reaches the other model at once, as from an agent', async () => {
    await desk.say(
      'scout',
      'call: send_to_agent {"target":"puppet","message":"hello from scout"}',
      'say: Sent 1.',
    )
    await expect(desk.line('scout', 'Sent 1.')).toBeVisible()
    const answer = lastPrompt(await model.lastWith('say: Sent 1.'))
    expect(answer).toContain('"accepted":true')

    await desk.show('puppet')
    await expect(desk.line('puppet', 'hello from scout')).toBeVisible()
    await expect(desk.tab('puppet', 'idle')).toBeVisible()
    const prompt = await model.lastWith('[From agent "scout"]:\nhello from scout')
    expect(timesSaid(prompt, 'hello from scout')).toBe(1)
    expect(lastPrompt(prompt)).toContain('[MESSAGE FROM NON-USER SOURCE - NOT USER INPUT]')
  })

  await test.step('a working receiver is not disturbed: the sender is answered at once, the message waits in view', async () => {
    await desk.say('puppet', 'say: Busy.', 'wait: work', 'say: Ready.')
    await model.held('work')
    await desk.say(
      'scout',
      'call: send_to_agent {"target":"puppet","message":"when you can"}',
      'say: Sent 2.',
    )
    // The tool's result comes while the receiver still works.
    await expect(desk.line('scout', 'Sent 2.')).toBeVisible()
    const answer = lastPrompt(await model.lastWith('say: Sent 2.'))
    expect(answer).toContain('"state":"waiting"')
    expect(answer).toContain('"position":1')

    await expect(desk.tab('puppet', 'working, 1 waiting')).toBeVisible()
    await desk.show('puppet')
    await expect(desk.waiting).toContainText('when you can')
    const early = (await model.requests()).filter((request) =>
      lastPrompt(request).includes('[From agent "scout"]:\nwhen you can'),
    )
    expect(early).toEqual([])

    await model.release('work')
    await expect(desk.tab('puppet', 'idle')).toBeVisible()
    await expect(desk.waiting).toBeHidden()
    const conversation = await model.lastWith('[From agent "scout"]:\nwhen you can')
    expect(timesSaid(conversation, 'when you can')).toBe(1)
  })

  await test.step('the same over HTTP with the token of the user, and not without', async () => {
    const listed = await janus.api('GET', '/agents')
    expect(listed.status).toBe(200)
    expect(listed.body).toMatchObject([{ name: 'scout' }, { name: 'puppet' }])

    const sent = await janus.api('POST', '/agents/puppet/message', { message: 'say: Heard by API.' })
    expect(sent).toMatchObject({ status: 200, body: { delivered: true } })
    await desk.show('puppet')
    await expect(desk.line('puppet', 'Heard by API.')).toBeVisible()
    // The user's own messages are sent unchanged, however they come.
    expect(lastPrompt(await model.lastWith('say: Heard by API.'))).not.toContain('NON-USER SOURCE')

    const { messageId } = sent.body as { messageId: string }
    const message = await janus.api('GET', `/messages/${messageId}`)
    expect(message).toMatchObject({
      status: 200,
      body: { to: 'puppet', state: expect.stringMatching(/^(read|answered)$/) },
    })

    const wrong = await janus.api('POST', '/agents/nobody/message', { message: 'hello' })
    expect(wrong).toMatchObject({
      status: 404,
      body: { error: { code: 'unknown_agent', available: ['scout', 'puppet'] } },
    })
    expect((await janus.api('GET', '/agents', undefined, null)).status).toBe(401)
    expect((await janus.api('GET', '/agents', undefined, 'wrong')).status).toBe(401)
  })

  await test.step('what an agent may not do alone waits for the user', async () => {
    await desk.say('scout', 'call: Bash {"command":"touch allowed.txt"}', 'say: After one.')
    await desk.decide('Bash', 'Allow once')
    await expect(desk.line('scout', 'After one.')).toBeVisible()
    await desk.say('scout', 'call: Bash {"command":"touch denied.txt"}', 'say: After two.')
    await desk.decide('Bash', 'Deny')
    await expect(desk.line('scout', 'After two.')).toBeVisible()
    expect(await readdir(place.work)).toEqual(['allowed.txt'])
  })

  await test.step('Interrupt ends the turn, and the agent goes on with the next prompt', async () => {
    await desk.say('scout', 'say: Begun.', 'wait: never', 'say: Not reached.')
    await model.held('never')
    await expect(desk.line('scout', 'Begun.')).toBeVisible()
    await desk.page.getByRole('button', { name: 'Interrupt', exact: true }).click()
    await expect(desk.tab('scout', 'idle')).toBeVisible()
    await expect(desk.line('scout', 'Begun.')).toBeVisible()
    await desk.hear('scout', 'Going on.')
  })

  await test.step('several messages that wait arrive together, their senders kept apart', async () => {
    await desk.create('third')
    await desk.say('puppet', 'wait: work', 'say: Ready.')
    await model.held('work')
    await desk.say('scout', 'call: send_to_agent {"target":"puppet","message":"one"}', 'say: Sent 6.')
    await expect(desk.tab('puppet', 'working, 1 waiting')).toBeVisible()
    await desk.say('third', 'call: send_to_agent {"target":"puppet","message":"two"}', 'say: Sent 6.')
    await expect(desk.tab('puppet', 'working, 2 waiting')).toBeVisible()
    await model.release('work')
    await expect(desk.tab('puppet', 'idle')).toBeVisible()
    const prompt = lastPrompt(await model.lastWith('[From agent "third"]:'))
    expect(prompt).toContain('[From agent "scout"]:\none\n\n[From agent "third"]:\ntwo')
    const agents = (await janus.api('GET', '/agents')).body
    expect(agents).toMatchObject([{ pending: 0 }, { pending: 0 }, { pending: 0 }])
  })
})

test(
  'an unknown name is refused with the names that there are',
  { tag: '@long' },
  async ({ desk, model, place }) => {
    await desk.create('scout', { folder: place.work })
    await desk.create('puppet', { folder: place.work })
    await desk.say('scout', 'call: send_to_agent {"target":"pupet","message":"hello"}', 'say: Hm.')
    await expect(desk.line('scout', 'Hm.')).toBeVisible()
    const answer = lastPrompt(await model.lastWith('say: Hm.'))
    expect(answer).toContain('No agent has that name')
    expect(answer).toContain('puppet')
  },
)
