import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { existsSync } from 'node:fs'
import { hasLogind, startLogind, type FakeLogind } from '../main/apps/desktop/testing/fake-logind.ts'
import { expect, test as base } from './app.ts'
import { Janus } from './janus.ts'
import { beginTurn, body, makeAgents } from './peers.ts'
import { lastPrompt } from './model.ts'

/*
 * Shutdown and Wayland, observed from the login service and the compositor: there, what Electron reports of
 * its window is not what a user sees.
 */

const test = base.extend<{ logind: FakeLogind }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants the brackets.
  logind: async ({}, use) => {
    base.skip(!hasLogind(), 'dbus, python3-dbus and python3-gi are not installed')
    const logind = await startLogind()
    await use(logind)
    await logind.end()
  },
  start: ({ logind }, use) => use({ env: logind.environment }),
})

test(
  'the machine goes down: it is held until all has ended in order, and the next start goes on',
  { tag: '@long' },
  async ({ janus, logind, model, place }) => {
    await makeAgents(janus, place, 'Scout')
    await beginTurn(janus, model, 'Scout')
    const { program } = janus
    expect(await logind.shutDown()).toBe('held')
    expect(await program.ended).toEqual({ code: 0, signal: null })
    expect(await place.leftOver()).toEqual([])
    await janus.start()
    await model.held('work')
    await model.release('work')
    const said = async () => JSON.stringify(await body(janus, 'GET', '/agents/Scout/transcript'))
    await expect.poll(said).toContain('Done.')
  },
)

base(
  'on Wayland the window is where a user sees it',
  { tag: '@long' },
  async ({ janus, electron, model, place, colorScheme }) => {
    base.skip(spawnSync('weston', ['--version']).status !== 0, 'weston is not installed')
    await janus.quit()
    if (electron === null) throw new Error('There is no Electron.')
    const folder = join(place.root, 'run')
    await mkdir(folder)
    await chmod(folder, 0o700)
    await place.handOver()
    const wayland = await electron.openWayland(folder, electron.as)
    const shown = new Janus(place, model, { electron, screen: null, colorScheme })
    await shown.start({ env: wayland.environment, args: ['--ozone-platform=wayland'] })
    const page = shown.window
    // After two frames the first one is with the compositor.
    await page?.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve))
        }),
    )
    const env = { ...process.env, ...wayland.environment }
    const { stdout: scene } = await promisify(execFile)('weston-debug', ['scene-graph'], { env })
    expect(scene).toMatch(/View \d+ \(role xdg_toplevel.*'Janus'/)
    expect(await shown.quit()).toEqual({ code: 0, signal: null })
    expect(await place.leftOver()).toEqual([])
    await wayland.close()
  },
)

/** A home whose login shell adds a tool to the PATH. */
const withTool = base.extend({
  place: async ({ place }, use) => {
    const tools = join(place.home, 'tools')
    await mkdir(tools)
    await writeFile(join(tools, 'ferry'), '#!/bin/sh\necho "The ferry sails."\n')
    await chmod(join(tools, 'ferry'), 0o755)
    await writeFile(join(place.home, '.profile'), '. "$HOME/.bashrc"\n')
    await writeFile(
      join(place.home, '.bashrc'),
      'case $- in *i*) ;; *) return ;; esac\nexport PATH="$HOME/tools:$PATH"\n',
    )
    await place.allowCommands()
    await use(place)
  },
})

withTool.describe('started from a menu', () => {
  // The environment of a program that is started from a desktop's menu.
  withTool.use({ start: { env: { PATH: '/usr/bin:/bin', SHELL: '/bin/bash' } } })

  withTool(
    'started from a menu, an agent has the tools that its user has in a terminal',
    { tag: '@long' },
    async ({ desk, model }) => {
      await desk.create('scout')
      await desk.say('scout', 'call: Bash {"command":"ferry"}', 'say: It ran.')
      await expect(desk.line('scout', 'It ran.')).toBeVisible()
      expect(lastPrompt(await model.lastWith('say: It ran.'))).toContain('The ferry sails.')
    },
  )
})

base.describe('in German', () => {
  base.use({ start: { env: { LANG: 'de_DE.UTF-8', LANGUAGE: 'de' } } })

  base(
    'what is misspelled is corrected from the menu of the other button, by the system’s dictionary',
    { tag: '@long' },
    async ({ desk, janus }) => {
      base.skip(!existsSync('/usr/share/hunspell-bdic/de_DE.bdic'), 'hunspell-de-de is not installed')
      await desk.create('scout')
      const composer = desk.composer('scout')
      await composer.pressSequentially('Fähler sind gut. ')
      // The native menu can't be clicked, so choose an item as soon as it opens.
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
})
