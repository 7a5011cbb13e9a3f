import { Client } from '@modelcontextprotocol/sdk/client'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { FakeApi } from './fake-api.ts'
import { askAsAgent } from '../shared/ask-as-agent.ts'
import { createServer, type ToolTable } from '../shared/serve.ts'
import { agentTools } from '../agents/tools.ts'
import { openEach } from './open-each.ts'

class ToolDesk {
  api!: FakeApi
  client!: Client
  readonly #table: ToolTable

  constructor(table: ToolTable) {
    this.#table = table
  }

  async open(): Promise<void> {
    this.api = new FakeApi()
    this.client = new Client({ name: 'test', version: '1' })
    await this.api.start()
    const [ours, theirs] = InMemoryTransport.createLinkedPair()
    await createServer(this.#table, askAsAgent(this.api.identityPath), () => {}).connect(theirs)
    await this.client.connect(ours)
  }

  async close(): Promise<void> {
    await this.client.close()
    await this.api.close()
  }

  /** `callId` is the program's own id of the call. */
  async call(name: string, args: Record<string, unknown>, callId?: string): Promise<CallToolResult> {
    const meta = callId === undefined ? {} : { _meta: { callId } }
    return (await this.client.callTool({ name, arguments: args, ...meta })) as CallToolResult
  }
}

export function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

export const openDesk = (table = agentTools): ToolDesk => openEach(new ToolDesk(table))
