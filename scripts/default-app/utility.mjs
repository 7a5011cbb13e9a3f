import { pathToFileURL } from 'node:url'
import './provide-sqlite.mjs'

// Remove this wrapper from argv, so that the program finds its own arguments.
const [path = ''] = process.argv.splice(1, 2).slice(1)
process.argv.splice(1, 0, path)
await import(pathToFileURL(path).href)
