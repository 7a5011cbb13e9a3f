/**
 * The page that a good code opens: it leaves the window's key with the browser, which gives it to pages of this very
 * host and port alone, and goes on. The key is of letters that need no escape. Going on by itself carries the cookie
 * also where a redirect would not, led here from elsewhere.
 */
export const enterPage = (key: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="janus-window" content="${key}">
<link rel="icon" href="data:,">
<title>Janus</title>
<script src="/enter.js"></script>
<noscript>Janus needs JavaScript in this window.</noscript>
</html>
`

/** Its script, served to everybody, since it tells nothing. The name is the one by which the window looks for it. */
export const enterScript = `const { content } = document.querySelector('meta[name="janus-window"]')
localStorage.setItem('janus.window', JSON.stringify(content))
location.replace('/')
`
