/** Shown to whoever comes without a good code. Plain: no script, no file. */
export const strangerPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Janus</title>
<h1>This address is not open</h1>
<p>The address in the terminal is good once, and for ten minutes.</p>
<p>A fresh one has just been printed there: open that.</p>
</html>
`
