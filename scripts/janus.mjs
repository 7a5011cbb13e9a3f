#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// The `janus` command of a checkout: `node scripts/janus.mjs agents`, or `janus agents` after `npm link`.
const built = new URL('../dist/command/janus.js', import.meta.url)
if (existsSync(fileURLToPath(built))) await import(built.href)
else {
  console.error(
    'janus: Janus is not built yet. Run `npm start` in its folder, or `npm run build`, and try again.',
  )
  process.exitCode = 3
}
