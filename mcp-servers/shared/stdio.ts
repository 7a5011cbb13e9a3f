import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { askAsAgent } from './ask-as-agent.ts'
import { createServer, type ToolTable } from './serve.ts'

/**
 * Serves tools over standard input and output, one process per tab. Its arguments are the path of the tab's identity
 * file and, if the agent's program sends its own id of a call under another name in `_meta` than the usual one, that
 * name. Keeps no state, and ends with whoever started it. Standard output is the protocol's alone.
 */
export async function serveStdio(table: ToolTable): Promise<void> {
  // Anyone who reads what it says of itself may go: the tools go on.
  process.stderr.on('error', () => undefined)
  const log = (line: string) => {
    process.stderr.write(`${table.name}: ${line}\n`)
  }
  const [identityPath, callName] = process.argv.slice(2)
  if (identityPath === undefined) {
    log('give the path of an identity file')
    process.exit(2)
  }
  endWithParent()
  // The first fetch loads its machinery: better while the agent starts than within the first call.
  void fetch('data:,').catch(() => undefined)
  const served = createServer(table, askAsAgent(identityPath), log, { callName })
  await served.connect(new StdioServerTransport())
}

function endWithParent(): void {
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
}
