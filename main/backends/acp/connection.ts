import { Writable } from 'node:stream'
import type { AnyMessage } from '@agentclientprotocol/sdk'
import type { ProcessFace } from '../../adapters/processes/agent-process.ts'
import { asObject, type Json } from '../../adapters/processes/json.ts'

/** What an agent tells and asks by itself. Calls return at once and never throw. */
export interface AcpHandlers {
  update(update: Json): void
  permission(request: Json): Promise<object>
  /** It asks its user to fill in a form, or to open a page. `gone`: it needs no answer any more. */
  elicitation(request: Json, gone: AbortSignal): Promise<object>
  /** What is to be put between two tools of the turn that runs, for agents that ask for it. */
  drain(): readonly string[]
}

/** The connection to one agent, of whichever version of the protocol. */
export interface AcpConnection {
  /** Rejects with the agent's own error, or when the connection has ended. */
  request(method: string, params: object): Promise<Json>
  notify(method: string, params: object): void
  close(): void
}

/** An agent's output is a stream of messages of JSON-RPC; all else was kept back before it comes here. */
export function isAcpMessage(value: unknown): boolean {
  const message = asObject(value)
  return message['jsonrpc'] === '2.0' && ('method' in message || 'id' in message)
}

/** The SDK is loaded with the first agent that needs it. */
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

/** Speaks with the process behind this face. What comes is not checked here: its readers take nothing for granted. */
export function connectAcp(face: ProcessFace, handlers: AcpHandlers): AcpConnection {
  const opened = open(face, handlers)
  const agent = opened.then((connection) => connection.agent)
  return {
    request: async (method, params) => asObject(await (await agent).request<unknown>(method, params)),
    notify: (method, params) => void agent.then((to) => to.notify(method, params)).catch(() => undefined),
    close: () => void opened.then((connection) => connection.close()),
  }
}

/** One message at a time, as it is asked for: a flood waits in the pipe. */
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
 * The guard passes on whole lines only; several may come as one piece. Updates are heard here: in the very order in which
 * they and the answers come, and of both versions, of which the library's client checks one.
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
