#!/usr/bin/env node

// The `janus` command of the npm package; without a verb it starts the app. An older Node must be able to
// parse this file.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const [first = '--start'] = process.argv.slice(2)
const starts = first.startsWith('--') && first !== '--help' && first !== '--version'
if (major > 22 || (major === 22 && minor >= 13)) {
  await import(starts ? './start.mjs' : '../../dist/command/janus.js')
} else {
  console.error(`Janus needs Node 22.13 or newer; this is ${process.versions.node}.`)
  process.exitCode = 1
}
