import { fileURLToPath } from 'node:url'
import type { PlaywrightTestOptions } from '@playwright/test'
import { _electron, type ElectronApplication } from '@playwright/test'

/** A user of this machine who is not the one that runs the tests. */
export interface User {
  readonly uid: number
  readonly gid: number
}

/** A real Electron, and how it is started: by itself, or by a program that becomes it as another user. */
export interface Electron {
  readonly path: string
  readonly as: (User & { readonly starter: string }) | null
  /** Null: it is shown on the user's own screen. */
  readonly openScreen: (size?: string) => Promise<Screen | null>
  /** A screen of the newer kind, as that user; its socket is put into `folder`. */
  readonly openWayland: (folder: string, as: User | null) => Promise<Wayland>
}

/** A compositor that nobody sees; a program finds it by these variables. */
export interface Wayland {
  readonly environment: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

/** A screen of the tests. */
export interface Screen {
  readonly display: string
  readonly close: () => Promise<void>
}

const holdReady = fileURLToPath(new URL('hold-ready.cjs', import.meta.url))

/** What a window needs to find the user's screen. */
const ofScreen = /^(DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_RUNTIME_DIR|DBUS_SESSION_BUS_ADDRESS)$/
const ofSystem = /^(SystemRoot|TMPDIR)$/

/** A program, and what it finds in its environment. */
interface Command {
  readonly program: string
  readonly env: Record<string, string>
}

/** How the app is started in it. */
export interface Launch {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** Null: the user's own. */
  readonly screen: Screen | null
  readonly colorScheme: PlaywrightTestOptions['colorScheme']
}

/** What is run to start an app in Electron, as a user whom it lets into its sandbox. */
export function commandOf({ path, as }: Electron, { env, screen }: Launch): Command {
  const passed = Object.entries(process.env).filter(
    ([name]) => ofSystem.test(name) || (screen === null && ofScreen.test(name)),
  )
  const shown = screen === null ? {} : { DISPLAY: screen.display }
  const all = Object.entries({ ...Object.fromEntries(passed), ...shown, ...env })
  const given = all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return {
    program: as?.starter ?? path,
    env: { ...Object.fromEntries(given), ...(as === null ? {} : { JANUS_AS_PERSON: path }) },
  }
}

/** Starts an app in Electron, with its sandbox, so that its window and its main can be asked. */
export function launchElectron(electron: Electron, launch: Launch): Promise<ElectronApplication> {
  const { args, cwd, colorScheme } = launch
  const { program, env } = commandOf(electron, launch)
  return _electron.launch({
    executablePath: program,
    chromiumSandbox: true,
    // A light that pulses is drawn without a graphics card here, and takes a quarter of what a test takes.
    args: ['-r', holdReady, '--force-prefers-reduced-motion', ...args],
    env,
    cwd,
    // Before the test's own time is over, so that it says how far it came.
    timeout: 60_000,
    ...(colorScheme ? { colorScheme } : {}),
  })
}
