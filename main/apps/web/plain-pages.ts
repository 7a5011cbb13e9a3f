/** Shown without a valid code. Has no script. */
export const signInPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>Janus</title>
<link rel="stylesheet" href="/sign-in.css">
<main>
<h1>This address is not open</h1>
<p>The address in the terminal is good once, and for ten minutes.</p>
<p>The newest one there has not been opened yet: open that.</p>
</main>
</html>
`

/** Served without sign-in. */
export const signInStyle = `:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: end center;
  background: light-dark(#e7e6e1, #11100e); color: light-dark(#1b1b17, #eae8e1);
  font: 0.9375rem/1.55 -apple-system, "Segoe UI", Inter, "Noto Sans", "Liberation Sans", sans-serif; }
main { box-sizing: border-box; width: min(44rem, 100%); min-height: 70vh; padding: 22vh 2rem 2rem; text-align: center;
  background: light-dark(#f6f6f2, #1a1916); border-radius: 22rem 22rem 0 0; }
h1 { margin: 0 0 1rem; font: 400 2.125rem/1.25 Palatino, "Palatino Linotype", P052, Georgia, "Liberation Serif", serif; }
p { margin: 0.25rem; color: light-dark(#4e4d47, #bab7af); }
`

/**
 * Stores the window's key, which the browser shares only with this host and port. The script navigates, since
 * a redirect from another site would not carry the SameSite cookie.
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

/** Served without sign-in. The window reads the key under this name. */
export const enterScript = `const { content } = document.querySelector('meta[name="janus-window"]')
localStorage.setItem('janus.window', JSON.stringify(content))
location.replace('/')
`
