import { defineConfig } from 'vite'

/** What each program of the Node side is built from, under which name, and whether it carries its packages. */
const programs = {
  main: { entry: 'main/shell/web/main.ts', file: 'main/web', bundled: false },
  // One file without packages to look for, since one is started with every agent.
  'mcp-servers': { entry: 'mcp-servers/agents/main.ts', file: 'mcp-servers/agents', bundled: true },
  rehearsal: { entry: 'main/adapters/rehearsal/serve.ts', file: 'rehearsal', bundled: false },
} as const

/** The Node side, one program a build: `vite build --config vite.node.config.ts --mode PROGRAM`. */
export default defineConfig(({ mode }) => {
  const program = programs[mode as keyof typeof programs]
  const slash = program.file.lastIndexOf('/')
  return {
    publicDir: false,
    ssr: program.bundled ? { noExternal: true } : {},
    build: {
      ssr: program.entry,
      target: 'node22',
      outDir: slash < 0 ? 'dist' : `dist/${program.file.slice(0, slash)}`,
      emptyOutDir: slash >= 0,
      minify: program.bundled,
      sourcemap: !program.bundled,
      rolldownOptions: {
        output: {
          entryFileNames: `${program.file.slice(slash + 1)}.js`,
          ...(program.bundled ? { codeSplitting: false } : {}),
        },
      },
    },
    logLevel: 'warn',
  }
})
