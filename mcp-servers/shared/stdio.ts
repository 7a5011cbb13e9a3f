import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { askAsAgent } from './ask-as-agent.ts'
import { createServer, type ToolTable } from './serve.ts'

/**
 * Arguments: the path of the identity file and, optionally, another `_meta` key for the call id. Exits with
 * its parent. Only the protocol may write to stdout.
 */
export async function serveStdio(table: ToolTable): Promise<void> {
  // The reader of stderr may exit; the tools keep running.
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
  // The first fetch is slow because Node loads it lazily; do that while the agent starts.
  void fetch('data:,').catch(() => undefined)
  const served = createServer(table, askAsAgent(identityPath), log, { callName })
  await served.connect(new StdioServerTransport())
}

function endWithParent(): void {
  const leave = () => process.exit(0)
  // The SDK's transport doesn't exit when stdin ends.
  process.stdin.on('end', leave)
  process.stdin.on('close', leave)
  process.stdin.on('error', leave)
  process.stdout.on('error', leave)
  // If the parent is killed, one of its children may still hold the pipe open.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) leave()
  }, 1000)
}
