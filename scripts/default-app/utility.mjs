import { pathToFileURL } from 'node:url'
import './provide-sqlite.mjs'

// The program finds its words where it would without us.
const [path = ''] = process.argv.splice(1, 2).slice(1)
process.argv.splice(1, 0, path)
await import(pathToFileURL(path).href)
