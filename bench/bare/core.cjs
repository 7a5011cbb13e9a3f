// Lives as long as the app, and does nothing.
process.parentPort.on('message', () => undefined)
