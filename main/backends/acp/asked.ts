import { asObject, asText, type Json } from '../../adapters/processes/json.ts'

/** A request for a permission of version 1 or 2 of the protocol: the call that waits, and the answers to choose from. */
export function readAsked(request: Json): { readonly call: Json; readonly options: unknown } {
  const subject = asObject(request['subject'])
  const call = asObject(request['toolCall'] ?? subject['toolCall'])
  const title = asText(call['title']) || asText(request['title'])
  const command = asText(subject['command'])
  const asCommand = command === '' ? {} : { kind: 'execute', rawInput: { command, cwd: subject['cwd'] } }
  return { call: { ...asCommand, ...call, title }, options: request['options'] }
}
