import { isAbsolute, type PlatformPath } from 'node:path'
import { removeNpmFolders } from './npm-path.ts'

/**
 * What npm, editors, Electron and desktops change in the environment when they start Janus; agents and other
 * programs don't get it. `docs/environment.md` is generated from these tables.
 */

type Environment = NodeJS.ProcessEnv

export interface Trace {
  readonly by: string
  /** A trailing `*` matches any rest. */
  readonly names: readonly string[]
  /** Exceptions that are kept. */
  readonly except?: readonly string[]
  /** Condition; always when absent. */
  readonly when?: { readonly words: string; readonly is: (environment: Environment) => boolean }
  /** Only with a matching value; any when absent. */
  readonly value?: RegExp
  readonly why: string
}

const has =
  (...names: readonly string[]) =>
  (environment: Environment): boolean =>
    names.some((name) => environment[name] !== undefined)

const fromNpm = {
  words: '`npm_execpath`, `npm_lifecycle_event` or `npm_command` is set',
  is: has('npm_execpath', 'npm_lifecycle_event', 'npm_command'),
}
const fromAppImage = {
  words: '`APPIMAGE` is set and `APPDIR` is an absolute folder',
  is: (environment: Environment): boolean => appImageFolder(environment) !== null,
}

export const traces: readonly Trace[] = [
  {
    by: 'npm, npx',
    names: ['npm_*', 'INIT_CWD', 'NODE', 'COLOR'],
    when: fromNpm,
    why: 'They describe the script that started Janus. `NPM_CONFIG_*` in capitals is the user’s.',
  },
  {
    by: 'npm, npx',
    names: ['EDITOR'],
    when: fromNpm,
    value: /^(?:vi|.*\\notepad\.exe)$/i,
    why: 'npm’s default, not the user’s choice.',
  },
  {
    by: 'Electron, Node',
    names: ['ELECTRON_*', 'NODE_OPTIONS', 'NODE_REPL_EXTERNAL_MODULE', 'NODE_CHANNEL_*', 'NODE_UNIQUE_ID'],
    except: ['ELECTRON_MIRROR', 'ELECTRON_CACHE', 'ELECTRON_CUSTOM_*', 'ELECTRON_BUILDER_*'],
    why: 'Meant for this process alone: `ELECTRON_RUN_AS_NODE` keeps other Electron apps from opening.',
  },
  {
    by: 'Electron, Node',
    names: ['CHROME_DESKTOP', 'CHROME_WRAPPER', 'NODE_V8_COVERAGE'],
    why: 'They name Janus or its launcher.',
  },
  {
    by: 'a desktop',
    names: [
      'DESKTOP_STARTUP_ID',
      'XDG_ACTIVATION_TOKEN',
      'GIO_LAUNCHED_DESKTOP_FILE*',
      'BAMF_DESKTOP_FILE_HINT',
    ],
    why: 'They belong to the click that started Janus.',
  },
  {
    by: 'an AppImage',
    names: ['APPIMAGE', 'APPDIR', 'OWD', 'ARGV0', 'APPIMAGE_*'],
    when: fromAppImage,
    why: 'Its mount is gone when the app ends.',
  },
  {
    by: 'a snap',
    names: ['SNAP', 'SNAP_*'],
    when: { words: '`SNAP` is set', is: has('SNAP') },
    why: 'They name folders of the editor’s package.',
  },
  {
    by: 'an editor’s terminal',
    names: ['GIT_ASKPASS', 'SSH_ASKPASS'],
    when: { words: '`VSCODE_GIT_ASKPASS_NODE` is set', is: has('VSCODE_GIT_ASKPASS_NODE') },
    why: 'They ask for passwords in the editor.',
  },
  {
    by: 'an editor’s terminal',
    names: [
      'VSCODE_*',
      'CURSOR_*',
      'ZED_TERM',
      'INTELLIJ_*',
      '__INTELLIJ_*',
      'TERMINAL_EMULATOR',
      'TERM_PROGRAM*',
    ],
    except: ['VSCODE_IPC_HOOK_CLI'],
    why: 'Programs would think they run in that terminal. A remote `code` needs `VSCODE_IPC_HOOK_CLI`.',
  },
  {
    by: 'another agent',
    names: ['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SSE_PORT', 'CLAUDE_CODE_SESSION_*'],
    why: 'The agents of Janus are not part of that session.',
  },
  {
    by: 'a shell',
    names: ['PWD', 'OLDPWD', 'SHLVL', '_'],
    why: 'An agent works in its own folder.',
  },
]

/** Variables in which a launcher saved the user's value; empty when there was none. */
export interface Original {
  readonly by: string
  readonly kept: RegExp
  readonly words: string
  readonly why: string
}

export const originals: readonly Original[] = [
  {
    by: 'a snap',
    kept: /^(.+)_VSCODE_SNAP_ORIG$/,
    words: '`X` from `X_VSCODE_SNAP_ORIG`',
    why: 'The package set its own folders.',
  },
  {
    by: 'Electron, Node',
    kept: /^ORIGINAL_(XDG_CURRENT_DESKTOP)$/,
    words: '`XDG_CURRENT_DESKTOP` from `ORIGINAL_XDG_CURRENT_DESKTOP`',
    why: 'Electron sets another desktop.',
  },
]

interface PathTrace {
  readonly by: string
  readonly folders: string
  readonly why: string
  readonly without: (
    folders: readonly string[],
    environment: Environment,
    path: PlatformPath,
  ) => readonly string[]
}

export const pathTraces: readonly PathTrace[] = [
  {
    by: 'npm, npx',
    folders:
      'the chain of `node_modules/.bin` from the package up to the root, and `node-gyp-bin` after it; with npx also the `.bin` folders before it, and a repeated folder of global packages',
    why: 'An agent’s `tsc` would be that of Janus. A `node_modules/.bin` from the user’s shell stays.',
    without: removeNpmFolders,
  },
  {
    by: 'an editor’s terminal',
    folders: 'folders below `User/globalStorage` of VS Code and its forks',
    why: 'They belong to its extensions.',
    without: (folders) => folders.filter((folder) => !/[\\/]User[\\/]globalStorage[\\/]/.test(folder)),
  },
  {
    by: 'an AppImage',
    folders: 'folders in its mount, also in other lists such as `LD_LIBRARY_PATH`',
    why: 'They are gone when the app ends.',
    without: (folders, environment) => {
      const mount = appImageFolder(environment)
      return mount === null ? folders : folders.filter((folder) => !isInMount(mount, folder))
    },
  },
]

/** The AppImage's mount point; null without one. */
export function appImageFolder(environment: NodeJS.ProcessEnv): string | null {
  const { APPIMAGE: image, APPDIR: folder = '' } = environment
  const mount = folder.replace(/\/+$/, '')
  return !image || mount === '' || !isAbsolute(mount) ? null : mount
}

export function isInMount(mount: string, folder: string): boolean {
  return folder === mount || folder.startsWith(`${mount}/`)
}
