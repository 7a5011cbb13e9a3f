import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { Router, type RequestHandler } from 'express'
import { toolPaths } from '../../contract/api/agents-api.ts'
import { ownServers, type OwnServer } from '../../contract/agents/tool-calls.ts'
import type { OpenTools } from '../../ports/tools.ts'
import { callerOf } from './gate.ts'
import { readJson } from './json-body.ts'
import { answerMissing, refusal } from './refusals.ts'

interface ToolsOptions {
  readonly open: OpenTools
  /** What every request passes first; they find the caller. */
  readonly gates: readonly RequestHandler[]
}

/**
 * Janus's own tools over MCP's streamable HTTP: a POST for each message, answered in JSON. It keeps no session: who
 * asks is said by the token of each request, so nothing outlives a token, and nothing has to be counted or dropped.
 */
export function createToolRouter({ open, gates }: ToolsOptions): Router {
  const router = Router()
  // Under `/mcp` alone: all else is not theirs to refuse.
  router.use('/mcp', ...gates)
  for (const server of ownServers) {
    const place = router.route(toolPaths[server])
    place.post(answer(server, open))
    place.all(onlyPost)
  }
  router.use('/mcp', answerMissing)
  return router
}

/** A client asks by GET for a stream of what a server says unasked: these say nothing unasked. */
const onlyPost: RequestHandler = (_req, res) => {
  res.set('Allow', 'POST')
  throw refusal('method_not_allowed', 'Only POST here: each message of MCP is one.')
}

function answer(server: OwnServer, open: OpenTools): RequestHandler {
  return async (req, res) => {
    const caller = callerOf(res)
    if (caller.kind !== 'agent')
      throw refusal('not_allowed', 'The tools are used as an agent: send the token of a tab.')
    if (Object.keys(req.query).length > 0) throw refusal('bad_request', 'This address has no query.')
    const message = (await readJson(req)) as Record<string, unknown>
    if (message['jsonrpc'] !== '2.0') throw refusal('bad_request', 'Send one message of JSON-RPC 2.0.')
    // Loaded with the first call: many agents reach their tools over pipes.
    const { StreamableHTTPServerTransport } =
      await import('@modelcontextprotocol/sdk/server/streamableHttp.js')
    const tools = open(server, caller.id)
    // Also when the client has left in the middle: a call that waits for a reply ends with its connection.
    res.once('close', () => void tools.close())
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    // The SDK's own transport does not fit its type to the letter where optional fields are told apart from undefined.
    await tools.connect(transport as Transport)
    await transport.handleRequest(req, res, message)
  }
}
