/** The rehearsal model as a separate program for whole-app tests: `node serve.ts [--port N]`. */
import { parseArgs } from 'node:util'
import { startRehearsal } from './watched-model.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } })
const model = await startRehearsal({ port: Number(values.port), routes: true })
process.stdout.write(`rehearsal: ${model.url}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void model.close())
