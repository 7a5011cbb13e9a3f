/** Shown when the window broke down three times in five minutes. No script: that may be what breaks. */
export const brokenHtml = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Janus</title>
<link rel="stylesheet" href="/broken.css">
<main>
<h1>The window keeps breaking down</h1>
<p>Your agents go on, and nothing they say is lost.</p>
<p><a href="/">Open the window again</a></p>
<p>If that does not help, start Janus with <code>--web</code> and use a browser.</p>
</main>
</html>
`
