import { strangerStyle } from '../web/stranger-page.ts'

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
<p>If that does not help, quit Janus and start it again.</p>
</main>
</html>
`

/** Its style, in the colours of the window. */
export const brokenStyle = `${strangerStyle}
a { display: inline-block; margin: 1rem; padding: 0.5rem 1.25rem; border-radius: 0.5rem; text-decoration: none;
  font-weight: 500; background: light-dark(#1b1b17, #eae8e1); color: light-dark(#f6f6f2, #1a1916); }
a:focus-visible { outline: 2px solid light-dark(#9a6312, #e9a94b); outline-offset: 2px; }
`
