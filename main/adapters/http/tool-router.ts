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
  /** Run before every route; they set the caller. */
  readonly gates: readonly RequestHandler[]
}

/**
 * Janus's own tools over MCP's streamable HTTP, one POST per message with a JSON response. Stateless: each
 * request's token identifies the agent, so there are no sessions to revoke, cap or expire.
 */
export function createToolRouter({ open, gates }: ToolsOptions): Router {
  const router = Router()
  // Not for other paths, which other routers answer.
  router.use('/mcp', ...gates)
  for (const server of ownServers) {
    const place = router.route(toolPaths[server])
    place.post(answer(server, open))
    place.all(onlyPost)
  }
  router.use('/mcp', answerMissing)
  return router
}

/** MCP clients open a server-to-client stream by GET; these servers never send anything unprompted. */
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
    // Loaded on first use, because many agents use pipes instead.
    const { StreamableHTTPServerTransport } =
      await import('@modelcontextprotocol/sdk/server/streamableHttp.js')
    const tools = open(server, caller.id)
    // Also runs when the client disconnects early, which ends a call that waits for a reply.
    res.once('close', () => void tools.close())
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    // The SDK's transport does not match its own type under `exactOptionalPropertyTypes`.
    await tools.connect(transport as Transport)
    await transport.handleRequest(req, res, message)
  }
}
