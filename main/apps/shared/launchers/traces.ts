import { isAbsolute, type PlatformPath } from 'node:path'
import { withoutChains } from './npm-path.ts'

/**
 * What starts Janus changes its environment: npm, an editor's terminal, Electron, a desktop. None of that is the user's,
 * so it is removed before an agent, a hook, an MCP server, a terminal, an editor or git gets anything. The two tables
 * below say what is removed and why; `docs/environment.md` shows them.
 */

type Environment = NodeJS.ProcessEnv

/** Variables that a launcher sets. */
export interface Trace {
  readonly by: string
  /** A `*` at the end stands for any rest. */
  readonly names: readonly string[]
  /** Names among those that stay. */
  readonly except?: readonly string[]
  /** When they are the launcher's; always where it is absent. */
  readonly when?: { readonly words: string; readonly is: (environment: Environment) => boolean }
  /** Only with such a value; with any where it is absent. */
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
    why: 'They describe the script that started Janus, its package and its Node. `NPM_CONFIG_*` in capitals is the user’s.',
  },
  {
    by: 'npm, npx',
    names: ['EDITOR'],
    when: fromNpm,
    value: /^(?:vi|.*\\notepad\.exe)$/i,
    why: 'npm’s guess where the user has chosen no editor.',
  },
  {
    by: 'Electron, Node',
    names: ['ELECTRON_*', 'NODE_OPTIONS', 'NODE_REPL_EXTERNAL_MODULE', 'NODE_CHANNEL_*', 'NODE_UNIQUE_ID'],
    except: ['ELECTRON_MIRROR', 'ELECTRON_CACHE', 'ELECTRON_CUSTOM_*', 'ELECTRON_BUILDER_*'],
    why: 'Meant for this Electron or Node alone: with `ELECTRON_RUN_AS_NODE` an Electron app of the user’s does not open, and with `NODE_OPTIONS` of a debugger every Node attaches to it.',
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
    why: 'They belong to the one click that started Janus.',
  },
  {
    by: 'an AppImage',
    names: ['APPIMAGE', 'APPDIR', 'OWD', 'ARGV0', 'APPIMAGE_*'],
    when: fromAppImage,
    why: 'They lead into a mount that is gone when the app ends.',
  },
  {
    by: 'a snap',
    names: ['SNAP', 'SNAP_*'],
    when: { words: '`SNAP` is set', is: has('SNAP') },
    why: 'They name the folders of the packed editor whose terminal this is.',
  },
  {
    by: 'an editor’s terminal',
    names: ['GIT_ASKPASS', 'SSH_ASKPASS'],
    when: { words: '`VSCODE_GIT_ASKPASS_NODE` is set', is: has('VSCODE_GIT_ASKPASS_NODE') },
    why: 'They ask for passwords in the editor’s window.',
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
    why: 'A program that finds them takes itself to be in that terminal. `VSCODE_IPC_HOOK_CLI` stays: without it `code` opens no file on a remote machine.',
  },
  {
    by: 'another agent',
    names: ['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SSE_PORT', 'CLAUDE_CODE_SESSION_*'],
    why: 'Janus was started by a command of Claude Code: its agents are not part of that session.',
  },
  {
    by: 'a shell',
    names: ['PWD', 'OLDPWD', 'SHLVL', '_'],
    why: 'They say where Janus was started; an agent works elsewhere.',
  },
]

/** Values that a launcher replaced, with where it keeps the user's; an empty one says that there was none. */
export interface Original {
  readonly by: string
  readonly kept: RegExp
  readonly words: string
  readonly why: string
}

/** The variables that get the user's value back. */
export const originals: readonly Original[] = [
  {
    by: 'a snap',
    kept: /^(.+)_VSCODE_SNAP_ORIG$/,
    words: '`X` from `X_VSCODE_SNAP_ORIG`',
    why: 'The packed editor replaced them by folders of its own.',
  },
  {
    by: 'Electron, Node',
    kept: /^ORIGINAL_(XDG_CURRENT_DESKTOP)$/,
    words: '`XDG_CURRENT_DESKTOP` from `ORIGINAL_XDG_CURRENT_DESKTOP`',
    why: 'Electron names another desktop for its own sake.',
  },
]

/** Folders that a launcher puts into `PATH`. */
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
      'the chain of `node_modules/.bin` from the package’s folder up to the root of the disk, and `node-gyp-bin` after it; with npx also the `.bin` folders before it, and the folder of global packages where `PATH` has it again later',
    why: 'Otherwise an agent’s `node`, `tsc` and `eslint` are those of Janus. A `node_modules/.bin` that the user’s shell put there stays: it is part of no such chain.',
    without: withoutChains,
  },
  {
    by: 'an editor’s terminal',
    folders: 'folders below `User/globalStorage` of VS Code and editors made from it',
    why: 'Helpers of the editor’s extensions.',
    without: (folders) => folders.filter((folder) => !/[\\/]User[\\/]globalStorage[\\/]/.test(folder)),
  },
  {
    by: 'an AppImage',
    folders: 'folders in its mount, here and in every other list of folders, such as `LD_LIBRARY_PATH`',
    why: 'They are gone when the app ends, and hold its libraries, not the system’s.',
    without: (folders, environment) => {
      const mount = appImageFolder(environment)
      return mount === null ? folders : folders.filter((folder) => !isBelow(mount, folder))
    },
  },
]

/** The folder in which an AppImage is mounted; null without one. */
export function appImageFolder(environment: NodeJS.ProcessEnv): string | null {
  const { APPIMAGE: image, APPDIR: folder = '' } = environment
  const mount = folder.replace(/\/+$/, '')
  return !image || mount === '' || !isAbsolute(mount) ? null : mount
}

/** Whether a folder is `mount` or lies in it. */
export function isBelow(mount: string, folder: string): boolean {
  return folder === mount || folder.startsWith(`${mount}/`)
}
