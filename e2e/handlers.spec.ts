import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './shared-app.ts'
import { lastPrompt, wordsOf, type Model } from './model.ts'
import { atRest, body, call, makeAgents } from './peers.ts'
import type { Desk } from './desk.ts'

const question = 'say: Puppet has read it after all.'
const answer = 'say: Scout knows that Puppet is away.'
const asks = call('send_to_agent', { target: 'Puppet', message: question, expect_reply: true })

async function openHandlers(desk: Desk, name: string) {
  await desk.show(name)
  await desk.page.getByRole('button', { name: `Actions for ${name}` }).click()
  await desk.page.getByRole('menuitem', { name: 'More' }).click()
  await desk.page.getByRole('menuitem', { name: 'Message rules…' }).click()
  return desk.page.getByRole('dialog')
}

/** Counts the requests with this text from Scout. */
async function given(model: Model, words: string): Promise<number> {
  const prompts = (await model.requests()).map(lastPrompt)
  return prompts.filter((prompt) => prompt.includes('[From agent "Scout"]') && prompt.includes(words)).length
}

test('a rule answers a peer without a turn of its agent; told when the user is back, and handed over, the agent reads it', async ({
  desk,
  janus,
  model,
  place,
}) => {
  await makeAgents(janus, place, 'Scout', 'Puppet')
  await test.step('made, tried, and only then switched on', async () => {
    const dialog = await openHandlers(desk, 'Puppet')
    await dialog.getByRole('button', { name: 'New rule…' }).click()
    const on = dialog.getByRole('button', { name: 'Save and enable' })
    await dialog.getByLabel('Name').fill('Away')
    await dialog.getByLabel('Type', { exact: true }).selectOption('yes')
    await dialog.getByRole('textbox', { name: 'Answer' }).fill(answer)
    await expect(on).toBeDisabled()
    await dialog.getByRole('button', { name: 'Test on recent messages' }).click()
    await expect(dialog.getByText('No agent has written to it yet')).toBeVisible()
    await on.click()
    await expect(dialog.getByRole('switch', { name: 'On' })).toBeVisible()
    await desk.picture('handlers')
    await dialog.getByRole('button', { name: 'Done' }).click()
  })
  await expect(desk.page.getByRole('button', { name: '1 rule on', exact: true })).toBeVisible()

  await desk.say('Scout', asks, 'say: Scout has asked.')
  await expect(desk.line('Scout', 'Scout knows that Puppet is away.')).toBeVisible()
  await atRest(janus)
  const reply = lastPrompt(await model.lastWith('[Janus: this answers msg-'))
  expect(reply).toContain('[From agent "Puppet"]')
  expect(reply).toContain(
    '[Janus: an automatic reply, by a rule of its user. The agent itself has not read your message]',
  )
  expect(await given(model, question)).toBe(0)
  const agents = await body<{ name: string; status: string }[]>(janus, 'GET', '/agents')
  expect(agents.find(({ name }) => name === 'Puppet')?.status).toBe('asleep')

  await desk.show('Puppet')
  const digest = desk.page.getByRole('region', { name: /^While you were away/ })
  await digest.getByRole('button', { name: /^While you were away/ }).click()
  await expect(digest.getByText('1 message handled by your rules')).toBeVisible()
  await desk.picture('handled-while-away')
  await digest.getByRole('button', { name: /^Deliver anyway/ }).click()
  await expect(desk.line('Puppet', 'Puppet has read it after all.')).toBeVisible()
  await expect(digest.getByRole('button', { name: /^Deliver anyway/ })).toBeHidden()
  expect(await given(model, question)).toBe(1)
  expect(wordsOf(await model.lastWith(question))).toContain(
    '[Janus: a rule of your user has answered this for you',
  )
})

test(
  'a file is the answer as it stands; what a rule asks is done at a click alone; all of it over a death of the app',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    await makeAgents(janus, place, 'Scout', 'Puppet')
    const path = '/agents/Puppet/handlers'
    const file = { kind: 'respond', file: 'status.md' }
    const words = { which: 'any', texts: ['status'] }
    await body(janus, 'POST', path, { name: 'Status', when: { words }, then: file, on: true })
    await body(janus, 'POST', path, {
      name: 'Night',
      when: { priorities: ['urgent'] },
      then: { kind: 'close' },
      on: true,
    })
    const tell = (message: string, more: object = {}) =>
      call('send_to_agent', { target: 'Puppet', message, ...more })

    await desk.say('Scout', tell('Your STATUS?\nsay: No file.', { expect_reply: true }), 'say: One.')
    await expect(desk.page.getByText('status.md is not there.').first()).toBeVisible()
    await expect.poll(() => given(model, 'Your STATUS?')).toBe(1)
    await atRest(janus)

    await writeFile(join(place.work, 'status.md'), 'say: All is well, says the file.')
    await janus.kill()
    await janus.start()
    await desk.open(janus.url)
    await desk.say('Scout', tell('And the status now?', { expect_reply: true }), 'say: Two.')
    await expect(desk.line('Scout', 'All is well, says the file.')).toBeVisible()
    expect(await given(model, 'And the status now?')).toBe(0)

    await desk.say('Scout', tell('say: Puppet rests.', { priority: 'urgent' }), 'say: Three.')
    await desk.show('Puppet')
    await expect(desk.line('Puppet', 'Puppet rests.')).toBeVisible()
    const card = desk.page.getByRole('group', { name: /^Your rule “Night” asks/ })
    await expect(card).toContainText('Puppet rests.')
    await card.getByRole('button', { name: /Close the tab/ }).click()
    await expect(desk.tab('Puppet')).toBeHidden()
    // A closed tab keeps its name, which other tests of this app use.
    await body(janus, 'DELETE', '/agents/Puppet?forever=true')
  },
)

test(
  'a rule is made, tried, switched on, moved and deleted by keyboard alone',
  { tag: '@long' },
  async ({ desk, janus, place }) => {
    await makeAgents(janus, place, 'Puppet')
    await desk.show('Puppet')
    const { keyboard } = desk.page
    const dialog = desk.page.getByRole('dialog')
    const tabTo = async (target: ReturnType<typeof dialog.getByRole>) => {
      for (let presses = 0; presses < 60; presses++) {
        if (await target.evaluate((element) => element === document.activeElement)) return
        await keyboard.press('Tab')
      }
      throw new Error('Tab does not lead there.')
    }
    const press = async (name: string) => {
      await tabTo(dialog.getByRole('button', { name }))
      await keyboard.press('Enter')
    }
    await keyboard.press('ControlOrMeta+k')
    await keyboard.type('puppet rules')
    await keyboard.press('Enter')
    await expect(dialog.getByText('No rules yet.')).toBeVisible()
    for (const name of ['First', 'Second']) {
      await press('New rule…')
      await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
      await keyboard.type(name)
      await tabTo(dialog.getByRole('checkbox', { name: 'asleep' }))
      await keyboard.press('Space')
      await tabTo(dialog.getByRole('textbox', { name: 'Answer' }))
      await keyboard.type('It sleeps.')
      await press('Test on recent messages')
      await expect(dialog.getByText('No agent has written to it yet')).toBeVisible()
      await press('Save and enable')
      await expect(dialog.getByRole('listitem', { name })).toBeVisible()
    }
    await press('Move Second up')
    const names = dialog.getByRole('listitem')
    await expect(names.first()).toHaveAccessibleName('Second')
    await press('Delete First')
    await expect(names).toHaveCount(1)
    await tabTo(dialog.getByRole('switch', { name: 'On' }))
    await keyboard.press('Space')
    await expect(dialog.getByRole('switch', { name: 'Off' })).toBeVisible()
    await keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  },
)
