import { serveStdio } from '../shared/stdio.ts'
import { historyTools } from './tools.ts'

await serveStdio(historyTools)
