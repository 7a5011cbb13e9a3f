import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base } from './app.ts'
import { lastPrompt } from './model.ts'

/** A home whose shell finds a tool that the system does not have. */
const test = base.extend({
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

// What a desktop gives to what is started from its menu.
test.use({ start: { env: { PATH: '/usr/bin:/bin', SHELL: '/bin/bash' } } })

test(
  'started from a menu, an agent has the tools that its person has in a terminal',
  { tag: '@long' },
  async ({ desk, model, place }) => {
    await desk.create('scout', { folder: place.work })
    await desk.say('scout', 'call: Bash {"command":"ferry"}', 'say: It ran.')
    await expect(desk.line('scout', 'It ran.')).toBeVisible()
    expect(lastPrompt(await model.lastWith('say: It ran.'))).toContain('The ferry sails.')
  },
)
