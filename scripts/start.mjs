import { ensureInstalled } from './bootstrap.mjs'
import { buildOrExit } from './build.mjs'
import { findElectron } from './electron.mjs'
import { readFlags } from './launch/flags.mjs'
import { launch } from './launch/launch.mjs'

const flags = readFlags('npm start --')
await ensureInstalled()
await buildOrExit()
await launch(flags, flags.web ? null : await findElectron(flags.desktop))
