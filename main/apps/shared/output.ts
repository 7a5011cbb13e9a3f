type Printed = Pick<NodeJS.WriteStream, 'on'>

/** Without a listener, output after the terminal or launcher has exited would end Janus. */
export function ignoreClosedOutput(streams: readonly Printed[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) stream.on('error', () => undefined)
}
