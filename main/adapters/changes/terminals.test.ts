import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTerminals } from './start-beside.ts'
import { testFolder } from '../../testkit/test-folder.ts'

/** Creates programs of these names that record how they were started. */
function machine(...names: readonly string[]) {
  const home = testFolder('terminals')
  const folder = join(home, 'a "folder; $(x)')
  fs.mkdirSync(folder)
  const bin = join(home, 'bin')
  fs.mkdirSync(bin)
  for (const name of names)
    fs.writeFileSync(join(bin, name), '#!/bin/sh\nprintf "%s\\n" "$PWD" "$@" > "$0.started"\n', {
      mode: 0o755,
    })
  return { folder, bin, started: (name: string) => fs.readFileSync(join(bin, `${name}.started`), 'utf8') }
}

const commands = (platform: NodeJS.Platform, bin: string) =>
  openTerminals({ PATH: bin }, platform)
    .found()
    .map(({ command }) => command)

test('each system’s terminals are found, its default first, with their folder arguments', () => {
  const { bin } = machine('xterm', 'konsole', 'x-terminal-emulator', 'open', 'wt.exe', 'cmd.exe')
  expect(commands('linux', bin)).toEqual(['x-terminal-emulator', 'konsole --workdir {folder}', 'xterm'])
  expect(commands('darwin', bin)).toEqual(['open -a Terminal {folder}'])
  expect(commands('win32', bin)).toEqual(['wt.exe -d .', 'cmd.exe /d /c start'])
})

test.skipIf(process.platform === 'win32')(
  'a terminal starts in the folder, with unchanged arguments',
  async () => {
    const { folder, bin, started } = machine('konsole')
    const terminals = openTerminals({ PATH: `${bin}:/usr/bin:/bin`, DISPLAY: ':0' }, 'linux')
    await terminals.start([join(bin, 'konsole'), '--workdir', folder], folder)
    expect(started('konsole')).toBe(`${folder}\n--workdir\n${folder}\n`)
    await expect(terminals.start([join(bin, 'gone')], folder)).rejects.toThrow('could not be started')
    // A program in the folder, where agents can write, must not be started.
    fs.copyFileSync(join(bin, 'konsole'), join(folder, 'kitty'))
    const careless = openTerminals({ PATH: `.:${bin}:/usr/bin:/bin`, DISPLAY: ':0' }, 'linux')
    await expect(careless.start(['kitty'], folder)).rejects.toThrow('no program of that name is on the PATH')
    await expect(careless.start(['./kitty'], folder)).rejects.toThrow('could not be started')
    expect(fs.existsSync(join(folder, 'kitty.started'))).toBe(false)
    const [sh, dashC, script, mark] = ['sh', '-c', '"$@"; exec "${SHELL:-sh}"', 'janus']
    const own = openTerminals({ PATH: bin, DISPLAY: ':0' }, 'linux')
    await own.run(['/opt/a b/agent', 'auth'], folder)
    expect(started('konsole')).toBe(
      `${[folder, '-e', sh, dashC, script, mark, '/opt/a b/agent', 'auth'].join('\n')}\n`,
    )
    await expect(openTerminals({ PATH: '/nowhere' }, 'linux').run(['agent'], folder)).rejects.toThrow(
      'No terminal',
    )
    const blind = openTerminals({ PATH: bin }, 'linux')
    await expect(blind.start([join(bin, 'konsole')], folder)).rejects.toThrow('a machine without a screen')
  },
)
