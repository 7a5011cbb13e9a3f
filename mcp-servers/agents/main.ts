import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { HttpAgentsClient } from './client.ts'
import { createAgentsServer } from './serve.ts'

/**
 * The stdio MCP server `janus-agents`, one per tab. Its arguments are the path of the tab's identity file and, if the
 * agent's program sends its own id of a call, the name in `_meta` under which it does.
 * Keeps no state, and ends with whoever started it. Standard output is the protocol's alone.
 */
const log = (line: string) => {
  process.stderr.write(`janus-agents: ${line}\n`)
}

const [identityPath, callIdMeta] = process.argv.slice(2)
if (identityPath === undefined) {
  log('give the path of an identity file')
  process.exit(2)
}

const leave = () => process.exit(0)
// The protocol's own transport outlives the end of its input, so that is watched here.
process.stdin.on('end', leave)
process.stdin.on('close', leave)
process.stdin.on('error', leave)
process.stdout.on('error', leave)
// A parent that was killed may leave the other end of the pipe open in a process of its own.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) leave()
}, 1000)

// The first fetch loads its machinery: better while the CLI starts than within the first call.
void fetch('data:,').catch(() => undefined)

const server = createAgentsServer(new HttpAgentsClient(identityPath), log, callIdMeta)
await server.connect(new StdioServerTransport())
