import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'
import { close, listen } from '../../../testkit/local-server.ts'

/** An MCP server over HTTP with the name of Janus's: `send_to_agent` fails for the target Nemo. */
export class NoteServer {
  readonly url: string
  readonly sent: string[] = []
  readonly #server: ReturnType<typeof createServer>

  static async start(): Promise<NoteServer> {
    const server = createServer()
    return new NoteServer(server, await listen(server))
  }

  private constructor(server: ReturnType<typeof createServer>, address: string) {
    this.#server = server
    this.url = `${address}/mcp`
    server.on('request', (req, res) => void this.#answer(req, res))
  }

  close(): Promise<void> {
    return close(this.#server)
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    // Stateless: the server sends nothing by itself.
    if (req.method !== 'POST') return void res.writeHead(405).end()
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    await this.#tools().connect(transport)
    await transport.handleRequest(req, res)
  }

  #tools(): McpServer {
    const server = new McpServer({ name: 'janus-agents', version: '1.0.0' })
    const target = { target: z.string(), message: z.string() }
    server.registerTool(
      'send_to_agent',
      { description: 'Sends a message to another agent.', inputSchema: target },
      ({ target: to, message }) => {
        this.sent.push(`${to}: ${message}`)
        return to === 'Nemo'
          ? { ...given({ error: { message: 'No agent has that name.' } }), isError: true }
          : given({ delivered: true })
      },
    )
    return server
  }
}

function given(value: Record<string, unknown>) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(value) }], structuredContent: value }
}
