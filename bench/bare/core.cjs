// An empty process that lives as long as the app.
process.parentPort.on('message', () => undefined)
