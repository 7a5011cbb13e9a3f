import { expect, test } from './shared-app.ts'
import { lastPrompt, timesSaid } from './model.ts'
import { ask, atRest, body, crossings, links, makeAgents, type LinkSeen } from './peers.ts'

test('in a link with the user two messages wake the agent that they name once, and nobody else', async ({
  desk,
  janus,
  model,
  place,
}) => {
  await makeAgents(janus, place, 'Alice', 'Bob')
  const open = { members: ['Alice', 'Bob'], mode: 'mentions', name: 'Ferry' }
  const { id } = await body<LinkSeen>(janus, 'POST', '/links', open)

  // Alice is working, so her messages wait for the end of the turn.
  await body(janus, 'POST', '/agents/Alice/message', { message: 'wait: first\nsay: SILENT' })
  await model.held('first')
  await desk.tabs.getByRole('button', { name: /^Room Ferry, with Alice and Bob/ }).click()
  const pane = desk.page.getByRole('main', { name: 'Link Ferry' })
  const composer = pane.getByRole('textbox', { name: 'Message in Ferry' })

  // An unknown name is refused; the list offers the members.
  await composer.fill('@Alicia is late')
  await composer.press('Enter')
  await expect(pane.getByText(/Nobody in this link is called Alicia/)).toBeVisible()
  await composer.fill('')
  await composer.pressSequentially('@al')
  await expect(pane.getByRole('listbox', { name: 'Members' })).toBeVisible()
  await composer.press('Enter')
  await expect(composer).toHaveValue('@Alice ')
  await composer.pressSequentially('the ferry is late.')
  await expect(pane.getByText('Starts a turn of Alice')).toBeVisible()
  await composer.press('Enter')
  await expect(composer).toHaveValue('')
  await composer.fill('say: Aye, I see it.')
  await composer.press('Enter')
  await expect(composer).toHaveValue('')
  await model.release('first')

  const aye = pane.getByRole('article', { name: /^Alice, turn 2,/ })
  await expect(aye).toContainText('Aye, I see it.')
  await atRest(janus)
  const prompts = (await model.requests()).filter((one) => lastPrompt(one).includes('the ferry is late.'))
  expect(prompts).toHaveLength(1)
  expect(prompts.map((one) => timesSaid(one, 'say: Aye, I see it.'))).toEqual([1])
  await expect(aye).toContainText('Will be sent with Bob’s next prompt')
  expect((await links(janus))[0]?.budget).toMatchObject({ used: 1 })

  // Bob has had no turn; his next prompt has all three messages.
  expect(await ask(janus, 'Bob', 'say: What did I miss?')).toContain('What did I miss?')
  const read = await model.lastWith('say: What did I miss?')
  for (const words of ['the ferry is late.', 'say: Aye, I see it.', '\nAye, I see it.'])
    expect(timesSaid(read, words)).toBe(1)
  await atRest(janus)
  expect((await crossings(janus, id)).map(({ text }) => text)).toEqual([
    '@Alice the ferry is late.',
    'say: Aye, I see it.',
    '',
    'Aye, I see it.',
    expect.stringContaining('What did I miss?'),
  ])

  // Messages that came while another tab was in view are unread until the link is shown.
  await desk.show('Alice')
  await ask(janus, 'Bob', 'say: Land ahead.')
  const room = desk.tabs.getByRole('button', { name: /^Room Ferry, .*, 1 unread/ })
  await room.click()
  await expect(pane.getByRole('article', { name: /^Bob, turn 2,/ })).toContainText('Land ahead.')
  await expect(room).toHaveCount(0)
})
