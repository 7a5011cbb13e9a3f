import { fileURLToPath } from 'node:url'
import type { PlaywrightTestOptions } from '@playwright/test'
import { _electron, type ElectronApplication } from '@playwright/test'

/** A user other than the one who runs the tests. */
export interface User {
  readonly uid: number
  readonly gid: number
}

/** A real Electron, and the program that runs it as another user, if needed. */
export interface Electron {
  readonly path: string
  readonly as: (User & { readonly starter: string }) | null
  /** Null: the user's own screen. */
  readonly openScreen: (size?: string) => Promise<Screen | null>
  /** Starts a compositor as that user, with its socket in `folder`. */
  readonly openWayland: (folder: string, as: User | null) => Promise<Wayland>
}

/** A headless compositor, and the variables by which programs find it. */
export interface Wayland {
  readonly environment: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

export interface Screen {
  readonly display: string
  readonly close: () => Promise<void>
}

const holdReady = fileURLToPath(new URL('hold-ready.cjs', import.meta.url))

/** Variables by which a window finds the user's screen. */
const ofScreen = /^(DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_RUNTIME_DIR|DBUS_SESSION_BUS_ADDRESS)$/
const ofSystem = /^(SystemRoot|TMPDIR)$/

interface Command {
  readonly program: string
  readonly env: Record<string, string>
}

export interface Launch {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** Null: the user's own. */
  readonly screen: Screen | null
  readonly colorScheme: PlaywrightTestOptions['colorScheme']
}

/** The command that starts an app in Electron, as a user whom Chromium's sandbox accepts. */
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

/** Starts an app in Electron with its sandbox, driven by Playwright. */
export function launchElectron(electron: Electron, launch: Launch): Promise<ElectronApplication> {
  const { args, cwd, colorScheme } = launch
  const { program, env } = commandOf(electron, launch)
  return _electron.launch({
    executablePath: program,
    chromiumSandbox: true,
    // Without a graphics card, drawing a pulsing light takes a quarter of a test's CPU time.
    args: ['-r', holdReady, '--force-prefers-reduced-motion', ...args],
    env,
    cwd,
    // Before the test's own timeout, so that the error says how far it came.
    timeout: 60_000,
    ...(colorScheme ? { colorScheme } : {}),
  })
}
