import { Writable } from 'node:stream'
import type { AnyMessage } from '@agentclientprotocol/sdk'
import type { ProcessFace } from '../../adapters/processes/agent-process.ts'
import { asObject, type Json } from '../../adapters/processes/json.ts'

/** Callbacks for an agent's notifications and requests. They return at once and never throw. */
export interface AcpHandlers {
  update(update: Json): void
  permission(request: Json): Promise<object>
  /** The agent asks the user for input. `gone` aborts when the request is withdrawn. */
  elicitation(request: Json, gone: AbortSignal): Promise<object>
  /** Returns messages to insert between two tool calls of the running turn, for agents that ask for them. */
  drain(): readonly string[]
}

export interface AcpConnection {
  /** Rejects with the agent's error, or when the connection closes. */
  request(method: string, params: object): Promise<Json>
  notify(method: string, params: object): void
  close(): void
}

/** Whether a value is a JSON-RPC message; other output is filtered out before the connection. */
export function isAcpMessage(value: unknown): boolean {
  const message = asObject(value)
  return message['jsonrpc'] === '2.0' && ('method' in message || 'id' in message)
}

/** Loads the SDK only when the first agent needs it. */
async function open(face: ProcessFace, handlers: AcpHandlers) {
  const { client } = await import('@agentclientprotocol/sdk')
  const connection = client({ name: 'janus' })
    .onRequest('session/request_permission', asObject, ({ params }) => handlers.permission(params))
    .onRequest('elicitation/create', asObject, ({ params, signal }) => handlers.elicitation(params, signal))
    .onRequest('craft/drainMidTurnQueue', asObject, () => ({ messages: handlers.drain() }))
    .connect({
      readable: messagesOf(face, handlers),
      writable: Writable.toWeb(lineWriter(face)) as WritableStream<AnyMessage>,
    })
  return connection
}

export function connectAcp(face: ProcessFace, handlers: AcpHandlers): AcpConnection {
  const opened = open(face, handlers)
  const agent = opened.then((connection) => connection.agent)
  return {
    request: async (method, params) => asObject(await (await agent).request<unknown>(method, params)),
    notify: (method, params) => void agent.then((to) => to.notify(method, params)).catch(() => undefined),
    close: () => void opened.then((connection) => connection.close()),
  }
}

/** Reads one message at a time on demand, so that a flood of messages waits in the pipe. */
function messagesOf(face: ProcessFace, handlers: AcpHandlers): ReadableStream<AnyMessage> {
  const lines = linesOf(face, handlers)
  return new ReadableStream<AnyMessage>(
    {
      pull: async (controller) => {
        const { value, done } = await lines.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => void (await lines.return(undefined)),
    },
    { highWaterMark: 1 },
  )
}

/**
 * A chunk contains whole lines, possibly several. Updates are handled here and not by the SDK, so that they
 * keep their order with the answers, and because the SDK's client validates only one protocol version.
 */
async function* linesOf(face: ProcessFace, handlers: AcpHandlers): AsyncGenerator<AnyMessage, undefined> {
  for await (const chunk of face.stdout as AsyncIterable<Buffer>) {
    for (const line of chunk.toString('utf8').split('\n')) {
      if (line === '') continue
      const message = JSON.parse(line) as AnyMessage & { readonly method?: string; readonly params?: unknown }
      if (message.method === 'session/update') handlers.update(asObject(asObject(message.params)['update']))
      else yield message
    }
  }
  return undefined
}

function lineWriter(face: ProcessFace): Writable {
  return new Writable({
    objectMode: true,
    write: (message: object, _encoding, done) =>
      void face.stdin.write(`${JSON.stringify(message)}\n`, () => done()),
  })
}
