import { expect, test } from './shared-app.ts'
import { conveneAndSit } from './circles.ts'
import { ScreenReader } from './hearing.ts'
import { makeAgents } from './peers.ts'

test(
  'who only hears finds their way: first start, two agents, a permission, a dialog, a turn in a circle',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    const { page } = desk
    const { keyboard } = page
    const ear = await ScreenReader.of(page)
    const found = page.getByRole('option').first()

    await test.step('the first agent is made where one writes to it', async () => {
      await ear.isAt('textbox Message to the first agent')
      await ear.isWhole()
      await ear.press('Tab', 'textbox Name')
      await ear.press('Tab', 'button Role: No role')
      await ear.press('Tab', 'button Program: Claude')
      await ear.press('Tab', 'combobox Folder')
      await keyboard.press('Control+KeyA')
      await keyboard.type(place.work)
      await ear.press('Shift+Tab', 'button Program: Claude')
      await ear.press('Shift+Tab', 'button Role: No role')
      await ear.press('Shift+Tab', 'textbox Name')
      await ear.press('Shift+Tab', 'textbox Message to the first agent')
      await keyboard.type('say: Here I am.')
      await ear.press('Enter', 'textbox Message to Scout')
      await ear.hears('Scout is answering', 'Scout finished, 3 words')
    })

    await test.step('the second by the palette', async () => {
      await ear.press('Control+KeyK', /^combobox /)
      await keyboard.type('New agent')
      await expect(found).toHaveAccessibleName(/^New agent/)
      await ear.press('Enter', 'textbox Name')
      await ear.isWhole()
      await keyboard.press('Control+KeyA')
      await keyboard.type('Builder')
      await ear.press('Enter', 'textbox Message to Builder')
    })

    await test.step('what opens at the side is told, and how the words of somebody begin', async () => {
      await keyboard.press('Control+Period')
      await ear.hears('Scout may change files in this folder too.', 'The side panel is open: about Builder')
      await ear.isWhole()
      await keyboard.press('Control+Period')
      await ear.hears('The side panel is closed')
      await ear.isAt('textbox Message to Builder')
    })

    await test.step('a tab that is moved by keys says where it is', async () => {
      await keyboard.press(janus.shell.keys.moveTabUp)
      await ear.hears('Builder is number 1 of 2')
    })

    await test.step('what would run is heard before an answer is under the hand', async () => {
      await keyboard.type('wait: look-away')
      await keyboard.press('Shift+Enter')
      await keyboard.type('call: Bash {"command":"touch x.txt"}')
      await keyboard.press('Shift+Enter')
      await keyboard.type('say: Done.')
      await ear.press('Enter', 'textbox Message to Builder')
      await ear.hears('Builder is answering')
      await model.held('look-away')
      // After sending, the field takes the focus back.
      await expect(desk.composer('Builder')).toHaveValue('')
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await model.release('look-away')
      await ear.hears('Builder asks permission: touch x.txt')
      await ear.isAt('group Run this command?: touch x.txt')
      await ear.isWhole()
      await ear.press('Tab', 'group What it would run: touch x.txt')
      await ear.press('Tab', 'button Allow once')
      const card = page.getByRole('group', { name: 'Run this command?' })
      await expect(card).toHaveAttribute('data-ready')
      await ear.press('2', /^textbox Why not/)
      await ear.press('Escape', 'group Run this command?: touch x.txt')
      await ear.press('1', 'textbox Message to Builder')
      await ear.hears('Builder finished, 1 word')
    })

    await test.step('a dialog keeps nothing from being heard, and brings no old news when it closes', async () => {
      await keyboard.type('wait: dialog')
      await keyboard.press('Shift+Enter')
      await keyboard.type('say: Done.')
      await ear.press('Enter', 'textbox Message to Builder')
      await ear.hears('Builder is answering')
      await model.held('dialog')
      await ear.press('Control+Slash', 'searchbox Find a key')
      await model.release('dialog')
      await ear.hears('Builder finished, 1 word')
      await ear.isWhole()
      await ear.fallsSilent()
      await ear.press('Escape', 'textbox Message to Builder')
      await ear.hears()
      const said = page.getByRole('article', { name: /^Builder, turn 2, \d\d:\d\d$/ }).last()
      await expect(said.getByRole('heading', { name: 'Builder' })).toBeVisible()
    })

    await test.step('half a page of words, by the palette', async () => {
      await ear.press('Control+KeyK', /^combobox /)
      await keyboard.type('What the words mean')
      await expect(found).toHaveAccessibleName(/^What the words mean/)
      await ear.press('Enter', 'group Words that the window uses')
      await ear.isWhole()
      await ear.press('Escape', 'textbox Message to Builder')
    })

    await test.step('the piece comes while a dialog is open', async () => {
      await makeAgents(janus, place, 'Scribe')
      await ear.press('Control+KeyK', /^combobox /)
      await conveneAndSit(janus, 'Sunday', { name: 'Builder', gate: 'circle' })
      await ear.hears('You have the piece in Sunday')
      await keyboard.type('Sunday')
      await expect(found).toHaveAccessibleName(/Sunday/)
      await expect(found).not.toHaveAccessibleName(/^Search/)
      await ear.press('Enter', 'textbox Your turn in the gathering')
      await ear.isWhole()
      await keyboard.type('I am.')
      await ear.press('Control+Enter', 'textbox Note for your turn')
      await ear.hears('Sunday: Builder has the piece')
      await ear.fallsSilent()
      // The form disappears with the gathering, so the focus moves to the transcript.
      await page.getByRole('button', { name: 'End gathering…' }).click()
      await ear.isAt(/^button End it/)
      await keyboard.press('Enter')
      await model.release('circle')
      await ear.isAt('log What was said')
      await ear.hears('Sunday: the harvest is being written', 'Sunday is closed')
      await ear.isAt(/^(log What was said|region Harvest)$/)
      await ear.isWhole()
    })
  },
)
