import { defineConfig, type Plugin } from 'vite'

/** What each program of the Node side is built from, under which name, and whether it carries its packages. */
const programs = {
  main: { entry: 'main/apps/web/main.ts', file: 'main/web', bundled: false },
  // The same for the npm package, which has no others beside it.
  'npm-web': { entry: 'main/apps/web/main.ts', file: 'npm/web', bundled: true },
  // Each one file without packages to look for, since one is started with every agent.
  // As the sweep it lies beside the package's archive, away from the package.json that calls .js a module.
  'mcp-servers': {
    entry: 'mcp-servers/agents/main.ts',
    file: 'mcp-servers/agents',
    bundled: true,
    ending: 'mjs',
    isShared: true,
  },
  history: {
    entry: 'mcp-servers/history/main.ts',
    file: 'mcp-servers/history',
    bundled: true,
    ending: 'mjs',
    isShared: true,
  },
  sweep: { entry: 'main/apps/programs/sweep.ts', file: 'sweep/sweep', bundled: true, ending: 'mjs' },
  walk: { entry: 'main/apps/programs/walk-folder.ts', file: 'walk/walk', bundled: true, ending: 'mjs' },
  // Both lie beside the package's archive, as the sweep does.
  copy: {
    entry: 'main/apps/programs/copy-still.ts',
    file: 'backup/copy',
    bundled: true,
    ending: 'mjs',
    isShared: true,
  },
  backup: {
    entry: 'main/apps/programs/backup-program.ts',
    file: 'backup/backup',
    bundled: true,
    ending: 'mjs',
    isShared: true,
  },
  janus: { entry: 'mcp-servers/cli/main.ts', file: 'command/janus', bundled: true },
  // In a package there are no other packages beside it; Electron brings itself.
  // CommonJS, which cannot wait: Electron is not ready before its entry has been evaluated.
  desktop: { entry: 'main/apps/desktop/main.ts', file: 'desktop/main', bundled: true, ending: 'cjs' },
  // In parts: what is loaded only when it is used takes no memory before. CommonJS, which loads a third faster: as a
  // module it would have Node make all that `node:http` exports, a whole `fetch` among it.
  core: {
    entry: 'main/apps/desktop/core.ts',
    file: 'core/core',
    bundled: true,
    isSplit: true,
    ending: 'cjs',
  },
  // In the sandbox a preload is one CommonJS file.
  preload: { entry: 'main/apps/desktop/preload.ts', file: 'preload/preload', bundled: true, ending: 'cjs' },
  rehearsal: { entry: 'main/adapters/rehearsal/testing/serve.ts', file: 'rehearsal', bundled: false },
} as const satisfies Record<string, Program>

interface Program {
  readonly entry: string
  readonly file: string
  readonly bundled: boolean
  /** Of its file, by which Node tells what kind it is; `.js` without it. */
  readonly ending?: 'cjs' | 'mjs'
  /** What it imports only when it is used lies in files of its own. */
  readonly isSplit?: true
  /** Another program is built into its folder, which so is not emptied first. */
  readonly isShared?: true
}

/** Of the lock files only what can be downloaded goes into a program: see `pinned-programs.ts`. */
const onlyPinned: Plugin = {
  name: 'only-pinned',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('package-lock.json')) return null
    const { packages } = JSON.parse(code) as { packages: Record<string, { os?: unknown }> }
    const entries = Object.entries(packages).filter(([, { os }]) => os !== undefined)
    const pinned = entries.filter(([key]) => /\/(claude-agent-sdk|codex|copilot|opencode)-[^/]+$/.test(key))
    return JSON.stringify({ packages: Object.fromEntries(pinned) })
  },
}

/** The Node side, one program a build: `vite build --config vite.node.config.ts --mode PROGRAM`. */
export default defineConfig(({ mode }) => {
  const program: Program = programs[mode as keyof typeof programs]
  const slash = program.file.lastIndexOf('/')
  return {
    publicDir: false,
    plugins: [onlyPinned],
    ssr: program.bundled ? { noExternal: true, external: ['electron'] } : {},
    build: {
      ssr: program.entry,
      target: 'node22',
      outDir: slash < 0 ? 'dist' : `dist/${program.file.slice(0, slash)}`,
      emptyOutDir: slash >= 0 && program.isShared !== true,
      minify: program.bundled,
      sourcemap: !program.bundled,
      rolldownOptions: {
        output: {
          entryFileNames: `${program.file.slice(slash + 1)}.${program.ending ?? 'js'}`,
          ...(program.ending === 'cjs' ? { format: 'cjs' } : {}),
          chunkFileNames: `[name]-[hash].${program.ending ?? 'js'}`,
          ...(program.bundled && program.isSplit !== true ? { codeSplitting: false } : {}),
        },
      },
    },
    logLevel: 'warn',
  }
})
