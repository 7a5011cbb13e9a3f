import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { claudeEnvironment } from '../../backends/claude/environment.ts'
import { isFromTerminal, readRegistry, userEnvironment, type Surroundings } from './user-environment.ts'
import { testFolder } from '../../testkit/test-folder.ts'

let home: string
let lines: string[]
beforeEach(() => {
  home = testFolder('environment')
  lines = []
})

const write = (name: string, ...text: string[]): void =>
  writeFileSync(join(home, name), `${text.join('\n')}\n`)
/** As started from a menu. */
const menu = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  HOME: home,
  SHELL: '/bin/bash',
  PATH: '/usr/bin:/bin',
  DISPLAY: ':7',
  ...more,
})
const ask = (environment: NodeJS.ProcessEnv, of: Partial<Surroundings> = {}) =>
  userEnvironment({
    environment,
    platform: 'linux',
    isPackaged: true,
    isFromTerminal: false,
    locale: 'en-US',
    log: (line) => lines.push(line),
    ...of,
  })

describe('started from a menu', () => {
  test('an agent finds what the shell finds, and keeps what only the session knows', async () => {
    write('.profile', '. ~/.bashrc', 'export HTTPS_PROXY=http://proxy:3128')
    write(
      '.bashrc',
      'export PATH="$HOME/tools:$PATH"',
      'export NODE_EXTRA_CA_CERTS=/etc/ca.pem LC_ALL=de_DE.UTF-8',
    )
    const found = await ask(menu({ PATH: '/session/bin:/usr/bin:/bin', TERM: 'linux' }))
    expect(found).toMatchObject({
      HTTPS_PROXY: 'http://proxy:3128',
      NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
      LC_ALL: 'de_DE.UTF-8',
      DISPLAY: ':7',
      TERM: 'linux',
      HOME: home,
    })
    expect(found['PATH']?.split(':')).toEqual(expect.arrayContaining([`${home}/tools`, '/session/bin']))
    expect(found['PATH']).toMatch(new RegExp(`^${home}/tools:`))
    expect(lines).toEqual([])
  })

  test('all that the shell exports is the user’s; an agent gets of it what it may see', async () => {
    write('.profile', 'export GITHUB_TOKEN=secret ANTHROPIC_MODEL=opus CODEX_HOME=/c')
    const found = await ask(menu())
    expect(found).toMatchObject({ ANTHROPIC_MODEL: 'opus', CODEX_HOME: '/c', GITHUB_TOKEN: 'secret' })
    const names = Object.keys(claudeEnvironment(found, {}))
    expect(names).toContain('ANTHROPIC_MODEL')
    expect(names).not.toContain('GITHUB_TOKEN')
  })

  test('npm that a button of an editor runs is no terminal: the shell is asked, and npm leaves nothing', async () => {
    write('.profile', 'export PATH="$HOME/tools:$PATH"')
    const npm = {
      npm_lifecycle_event: 'start',
      npm_command: 'start',
      INIT_CWD: '/janus',
      NODE: '/n',
      COLOR: '0',
    }
    const chain = ['/janus/node_modules/.bin', '/node_modules/.bin', '/npm/lib/node-gyp-bin']
    const found = await ask(menu({ ...npm, PATH: [...chain, '/usr/bin:/bin'].join(':') }), {
      isPackaged: false,
    })
    for (const name of Object.keys(npm)) expect(found).not.toHaveProperty(name)
    expect(found['PATH']).toMatch(new RegExp(`^${home}/tools:`))
    expect(found['PATH']).not.toMatch(/janus\/|node-gyp-bin|:\/node_modules/)
  })

  test('what an editor told its Electron reaches neither the shell nor an agent', async () => {
    write('.profile', 'export LANG="${ELECTRON_RUN_AS_NODE-no}${NODE_OPTIONS-no}"')
    const foreign = { ELECTRON_RUN_AS_NODE: '1', ELECTRON_FORCE_IS_PACKAGED: '1', NODE_OPTIONS: '--inspect' }
    const found = await ask(menu(foreign))
    expect(found).toMatchObject({ LANG: 'nono' })
    for (const name of Object.keys(foreign)) expect(found).not.toHaveProperty(name)
  })

  test('a shell that does not tell costs nothing but a line', async () => {
    write('.profile', 'exit 3')
    expect(await ask(menu())).toEqual(menu())
    expect(lines).toEqual([
      '/bin/bash did not tell its environment (it ended with code 3): agents see what Janus was started with.',
    ])
    expect(await ask(menu({ SHELL: join(home, 'none') }))).toMatchObject({ PATH: '/usr/bin:/bin' })
  })

  test('on macOS there is a language, that of the app', async () => {
    const mac = { platform: 'darwin' } as const
    for (const [locale, lang] of [
      ['de', 'de_DE.UTF-8'],
      ['en-GB', 'en_GB.UTF-8'],
      ['zh-Hans', 'zh_CN.UTF-8'],
      ['', 'en_US.UTF-8'],
    ] as const)
      expect(await ask(menu(), { ...mac, locale: locale ?? '' })).toMatchObject({ LANG: lang })
    write('.profile', 'export LANG=fr_FR.UTF-8')
    expect(await ask(menu(), mac)).toMatchObject({ LANG: 'fr_FR.UTF-8' })
  })
})

describe('started from a terminal', () => {
  const terminal = { isFromTerminal: true }
  beforeEach(() =>
    write('.profile', 'echo asked > ~/asked', 'export NODE_EXTRA_CA_CERTS=/ca.pem PATH=/other:$PATH'),
  )

  test('the shell is not asked: it has told already', async () => {
    expect(await ask(menu(), { ...terminal, isPackaged: false })).toEqual(menu())
    expect(existsSync(join(home, 'asked'))).toBe(false)
  })

  test('a packed app gets back what Electron has taken from it, and nothing else', async () => {
    expect(await ask(menu(), terminal)).toEqual({ ...menu(), NODE_EXTRA_CA_CERTS: '/ca.pem' })
  })

  test.each([
    ['a name of a terminal', { TERM: 'xterm-256color' }, [], true],
    ['npm', { npm_lifecycle_event: 'start' }, [{}], false],
    ['a stream that is one', {}, [{}, { isTTY: true }], true],
    ['a graphical session', { TERM: 'linux' }, [{ isTTY: false }], false],
    ['the Dock', {}, [{}, {}], false],
  ] as const)('is known by %s', (_, environment, streams, is) => {
    expect(isFromTerminal(environment, streams)).toBe(is)
  })
})

describe('from an AppImage', () => {
  const image = { APPIMAGE: '/home/mo/Janus.AppImage', APPDIR: '/tmp/.mount_Janus1' }

  test('its own folders are left out, those of others stay', async () => {
    const found = await ask(
      menu({
        ...image,
        PATH: '/tmp/.mount_Janus1/:/tmp/.mount_Janus1/usr/sbin:/usr/bin:/bin:/tmp/.mount_Janus10/bin',
        XDG_DATA_DIRS: './share/:/tmp/.mount_Janus1/usr/share/:/usr/share',
        LD_LIBRARY_PATH: '/tmp/.mount_Janus1/usr/lib',
      }),
    )
    expect(found).toMatchObject({ XDG_DATA_DIRS: './share/:/usr/share' })
    expect(found['PATH']).toContain('/tmp/.mount_Janus10/bin')
    expect(`${found['PATH']}:`).not.toMatch(/mount_Janus1[:/]/)
    expect(found).not.toHaveProperty('LD_LIBRARY_PATH')
  })

  test.each([
    { APPDIR: '/usr' },
    { ...image, APPDIR: '/' },
    { ...image, APPDIR: '' },
    { ...image, APPDIR: 'usr' },
  ])('%j means no folder of an AppImage', async (odd) => {
    write('.profile', 'exit 1')
    expect(await ask(menu(odd))).toEqual(menu(odd))
  })
})

test('the environment that Windows keeps is read as its tool prints it', () => {
  const text = [
    '',
    'HKEY_CURRENT_USER\\Environment',
    '    NODE_EXTRA_CA_CERTS    REG_EXPAND_SZ    %USERPROFILE%\\our ca.pem',
    '    TEMP    REG_SZ    %USERPROFILE%\\Temp',
    '    Odd    REG_EXPAND_SZ    %NONE%\\x',
    '    Count    REG_DWORD    0x1',
    '',
  ].join('\r\n')
  expect(readRegistry(text, { userprofile: 'C:\\Users\\mo' })).toEqual({
    NODE_EXTRA_CA_CERTS: 'C:\\Users\\mo\\our ca.pem',
    TEMP: '%USERPROFILE%\\Temp',
    Odd: '%NONE%\\x',
  })
})

test('from an empty environment, as a menu gives it, an agent runs a tool of its user', async () => {
  mkdirSync(join(home, 'tools'))
  write('tools/ferry', '#!/bin/sh', 'echo "sails to $PORT$LC_ALL"')
  chmodSync(join(home, 'tools', 'ferry'), 0o700)
  write('.profile', '[ -n "$BASH_VERSION" ] && . "$HOME/.bashrc"')
  write(
    '.bashrc',
    'case $- in *i*) ;; *) return ;; esac',
    'export PATH="$HOME/tools:$PATH" PORT=hidden LC_ALL=C.UTF-8',
  )
  // The real environment of an agent's process, computed in a program with an empty one.
  const script = `
    import { execFileSync } from 'node:child_process'
    import { claudeEnvironment } from '${join(import.meta.dirname, '../../backends/claude/environment.ts')}'
    import { userEnvironment } from '${join(import.meta.dirname, 'user-environment.ts')}'
    const environment = await userEnvironment({
      environment: process.env, platform: process.platform, isPackaged: true, isFromTerminal: false, locale: '', log: console.error,
    })
    process.stdout.write(execFileSync('/bin/sh', ['-c', 'ferry'], { env: claudeEnvironment(environment, {}) }))
  `
  const bare = ['-i', `HOME=${home}`, 'DISPLAY=:7', 'PATH=/usr/bin:/bin', 'SHELL=/bin/bash']
  const args = [...bare, process.execPath, '--input-type=module', '--no-warnings', '-e', script]
  expect(await promisify(execFile)('/usr/bin/env', args)).toEqual({
    stdout: 'sails to C.UTF-8\n',
    stderr: '',
  })
})
