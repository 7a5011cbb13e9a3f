import { existsSync } from 'node:fs'
import { expect, test as base } from './app.ts'

base.use({ start: { env: { LANG: 'de_DE.UTF-8', LANGUAGE: 'de' } } })

base(
  'what is misspelled is mended from the menu of the other button, by the system’s dictionary',
  { tag: '@long' },
  async ({ desk, janus, place }) => {
    base.skip(!existsSync('/usr/share/hunspell-bdic/de_DE.bdic'), 'hunspell-de-de is not installed')
    await desk.create('scout', { folder: place.work })
    const composer = desk.composer('scout')
    await composer.pressSequentially('Fähler sind gut. ')
    // The menu is the system's: in place of its person it chooses what is asked for as soon as it opens.
    await janus.app.evaluate(({ Menu }) => {
      const build = Menu.buildFromTemplate.bind(Menu)
      Menu.buildFromTemplate = (template) => {
        const menu = build(template)
        menu.popup = () => menu.items.find(({ label }) => label === 'Fehler')?.click()
        return menu
      }
    })
    await composer.click({ button: 'right', position: { x: 30, y: 12 } })
    await expect(composer).toHaveValue('Fehler sind gut. ')
  },
)
