#!/usr/bin/env node
// A tool server with elicitation: its tool `book` returns the user's answer as JSON.
import { createInterface } from 'node:readline'

const tell = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const tool = {
  name: 'book',
  description: 'Books the ferry.',
  inputSchema: { type: 'object', properties: {} },
}
const form = {
  message: 'Who travels?',
  requestedSchema: {
    type: 'object',
    properties: { name: { type: 'string', title: 'Name' }, seats: { type: 'integer', maximum: 8 } },
    required: ['name'],
  },
}
/** Id of the call that waits for the user. */
let waiting = null
let capabilities = {}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result, error } = JSON.parse(line)
  const answer = (what) => tell({ id, result: what })
  if (method === 'initialize') {
    capabilities = params.capabilities
    const { protocolVersion } = params
    answer({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'ferry', version: '1' } })
  } else if (method === 'tools/list') answer({ tools: [tool] })
  else if (method === 'tools/call') {
    waiting = id
    if (capabilities.elicitation) tell({ id: 'ask-1', method: 'elicitation/create', params: form })
    else done('it takes no forms')
  } else if (method === 'ping') answer({})
  else if (id === 'ask-1') done(result ?? error)
})

function done(what) {
  tell({ id: waiting, result: { content: [{ type: 'text', text: JSON.stringify(what) }] } })
}
