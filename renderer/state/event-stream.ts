/**
 * Reads Server-Sent Events as Janus writes them, one `data:` line each, until the stream ends; `hear` gets what stands
 * after `data:`. Other lines are signs of life. Rejects when the stream breaks.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  hear: (data: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  // What came of a line that is not whole: a large snapshot comes in many pieces.
  let pieces: string[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const [first = '', ...lines] = value.split('\n')
    pieces.push(first)
    for (const line of lines) {
      const whole = pieces.join('')
      pieces = [line]
      if (whole.startsWith('data: ')) hear(whole.slice(6))
    }
  }
}
