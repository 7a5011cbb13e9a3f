import { createRequire } from 'node:module'
import { devNull } from 'node:os'
import { dirname } from 'node:path'
import { findElectron, here } from '../electron.mjs'
import { fetchElectron } from '../launch/fetch.mjs'
import { readFlags } from '../launch/flags.mjs'
import { launch } from '../launch/launch.mjs'

// Starts the npm package: everything is built, and Electron is used if it is installed beside Janus.
const flags = readFlags('janus')
await launch(flags, flags.web ? null : await electronBeside())

/** @returns {Promise<import('../electron.mjs').Found>} */
function electronBeside() {
  const folder = packageFolder()
  if (folder === null && !process.env.JANUS_ELECTRON)
    return Promise.resolve({ reason: 'the package electron is not installed beside it' })
  const fetch = () => fetchElectron(folder ?? '', process.env)
  return findElectron(true, { ...here, package: folder ?? '', record: devNull, fetch })
}

function packageFolder() {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  } catch {
    return null
  }
}
