import { serveStdio } from '../shared/stdio.ts'
import { agentTools } from './tools.ts'

await serveStdio(agentTools)
