import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findProgram } from '../../../adapters/processes/find-program.ts'
import { removeLauncherTraces } from './without-launchers.ts'

const clean = (environment: NodeJS.ProcessEnv, platform: NodeJS.Platform = 'linux') =>
  removeLauncherTraces(environment, platform)
const pathOf = (PATH: string, more: NodeJS.ProcessEnv = {}) => clean({ PATH, ...more })['PATH']

const chain =
  '/home/mo/janus/node_modules/.bin:/home/mo/node_modules/.bin:/home/node_modules/.bin:/node_modules/.bin'
const gyp = '/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin'

describe('PATH', () => {
  test.each([
    ['npm start', `${chain}:${gyp}:/usr/bin:/bin`, '/usr/bin:/bin'],
    ['an npm that brings no node-gyp', `${chain}:/usr/bin`, '/usr/bin'],
    ['npm that npm has started', `${chain}:${gyp}:${chain}:${gyp}:/usr/bin`, '/usr/bin'],
    [
      'folders that a script added before it ran npm',
      `${chain}:${gyp}:/opt/x:${chain}:${gyp}:/bin`,
      '/opt/x:/bin',
    ],
    [
      'the user’s own project, whose folder npm names too',
      `${chain}:${gyp}:/home/mo/node_modules/.bin:/home/mo/web/node_modules/.bin:/usr/bin`,
      '/home/mo/node_modules/.bin:/home/mo/web/node_modules/.bin:/usr/bin',
    ],
    [
      'a shell that begins with the user’s project',
      `/home/mo/node_modules/.bin:/bin`,
      '/home/mo/node_modules/.bin:/bin',
    ],
    ['relative and empty folders', 'node_modules/.bin::/bin', 'node_modules/.bin::/bin'],
  ])('%s', (_, path, expected) => expect(pathOf(path)).toBe(expected))

  test('npx puts the folder of its program before the chain; a folder of the user’s there stays', () => {
    const cache = '/home/mo/.npm/_npx/1a2b/node_modules/.bin'
    const first = '/home/mo/janus/node_modules/.bin'
    const exec = { npm_command: 'exec' }
    expect(pathOf(`${cache}:${chain}:${gyp}:/bin`, exec)).toBe('/bin')
    expect(pathOf(`${first}:${chain}:${gyp}:/bin`, exec)).toBe('/bin')
    expect(pathOf(`/usr/local/bin:${chain}:${gyp}:/usr/local/bin:/bin`, exec)).toBe('/usr/local/bin:/bin')
    expect(pathOf(`/opt/x:${chain}:${gyp}:/bin`, exec)).toBe('/opt/x:/bin')
  })

  test('on Windows', () => {
    const own = 'C:\\mo\\node_modules\\.bin;C:\\Windows'
    const npm =
      'C:\\mo\\janus\\node_modules\\.bin;C:\\mo\\node_modules\\.bin;C:\\node_modules\\.bin;C:\\npm\\node-gyp-bin'
    expect(clean({ Path: `${npm};${own}`, Npm_Config_Cache: 'x', npm_command: 'start' }, 'win32')).toEqual({
      Path: own,
    })
  })
})

test('what only looks like a launcher’s stays', () => {
  const own = {
    NPM_CONFIG_REGISTRY: 'http://r',
    npm_config_prefix: '/home/mo/.npm',
    NODE: '/n',
    COLOR: '1',
    EDITOR: 'vi',
    ELECTRON_MIRROR: 'http://m',
    VSCODE_IPC_HOOK_CLI: '/s',
    GIT_ASKPASS: '/ask',
    NODE_ENV: 'test',
    APPDIR: '/usr',
  }
  expect(clean(own)).toEqual(own)
  expect(clean({ npm_command: 'start', EDITOR: 'nano', NPM_CONFIG_REGISTRY: 'http://r' })).toEqual({
    EDITOR: 'nano',
    NPM_CONFIG_REGISTRY: 'http://r',
  })
})

test('an editor’s terminal, Electron, a desktop, a shell and another agent leave nothing', () => {
  const traces = {
    VSCODE_GIT_ASKPASS_NODE: '/code',
    VSCODE_PID: '7',
    GIT_ASKPASS: '/askpass.sh',
    TERM_PROGRAM: 'vscode',
    NODE_OPTIONS: '--require bootloader.js',
    ELECTRON_RUN_AS_NODE: '1',
    CHROME_DESKTOP: 'code.desktop',
    DESKTOP_STARTUP_ID: '1',
    GIO_LAUNCHED_DESKTOP_FILE_PID: '7',
    CLAUDECODE: '1',
    PWD: '/janus',
    SHLVL: '2',
    ORIGINAL_XDG_CURRENT_DESKTOP: 'GNOME',
    XDG_CURRENT_DESKTOP: 'Unity',
    SNAP: '/snap/code/1',
    SNAP_NAME: 'code',
    GTK_PATH: '/snap/x',
    GTK_PATH_VSCODE_SNAP_ORIG: '',
    PATH: '/home/mo/.config/Code/User/globalStorage/github.copilot-chat/debugCommand:/bin',
  }
  expect(clean(traces)).toEqual({ PATH: '/bin', XDG_CURRENT_DESKTOP: 'GNOME' })
})

// Uses the installed npm, so that a newer version that adds something is noticed.
const npm = findProgram('npm', process.env)
test.skipIf(npm === null)('npm: what it gives to a script is given back (skipped: no npm here)', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'janus-npm-')))
  try {
    const folder = join(home, 'a', 'b')
    mkdirSync(folder, { recursive: true })
    const show = 'node -e "console.log(JSON.stringify(process.env))"'
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { show } }))
    const own = [
      join(home, 'node_modules', '.bin'),
      dirname(npm ?? ''),
      dirname(process.execPath),
      '/usr/bin',
      '/bin',
    ]
    const given = {
      PATH: own.join(delimiter),
      HOME: home,
      LANG: 'C.UTF-8',
      npm_config_update_notifier: 'false',
    }
    const run = (...args: string[]): NodeJS.ProcessEnv =>
      JSON.parse(
        execFileSync(npm ?? '', args, {
          cwd: folder,
          env: given,
          encoding: 'utf8',
          shell: process.platform === 'win32',
        }),
      ) as NodeJS.ProcessEnv
    for (const got of [run('run', '--silent', 'show'), run('exec', '--silent', '-c', show)]) {
      expect(got['PATH']).toContain('node-gyp-bin')
      const { npm_config_update_notifier: _, ...expected } = given
      expect(removeLauncherTraces(got, process.platform)).toMatchObject(expected)
      expect(Object.keys(removeLauncherTraces(got, process.platform)).sort()).toEqual(
        Object.keys(expected).sort(),
      )
    }
  } finally {
    rmSync(home, { recursive: true })
  }
})
